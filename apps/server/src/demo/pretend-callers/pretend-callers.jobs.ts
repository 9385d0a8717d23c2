import { pretendCallersChannel } from '@dispecerat/contract/api/realtime'
import { DomainError } from '@dispecerat/domain/kernel/errors'
import { asId, type CompanyId } from '@dispecerat/domain/kernel/ids'
import { seededRandom } from '@dispecerat/simulation/seeded-random'
import type { PlacesCalls } from '../../adapters/telephony/pretend/places-calls.ts'
import { VoicesInThread } from '../../adapters/telephony/pretend/voices-in-thread.ts'
import type { PhoneDirectory } from '../../adapters/telephony/telephony.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import type { Realtime } from '../../platform/realtime/realtime.ts'
import { CityCalls } from './city-calls.ts'
import { callRates } from './pretend-callers.store.ts'
import { PretendPublic } from './pretend-public.ts'

export interface CallersParts {
  exchange: PlacesCalls | null
  phoneDirectory: Pick<PhoneDirectory, 'dispatchersOf'>
  testNumbers: readonly string[]
  /** True when callers ring without being started by a user. */
  isCityOpen: boolean
}

const EVERY_MS = 1000
const PREFIX = pretendCallersChannel(0).slice(0, -1)

/** Creates the simulated callers of this process; users of the simulator are notified about their own companies' callers. */
export function createPublic(server: Server, realtime: Realtime, parts: CallersParts): PretendPublic {
  realtime.guardChannel(PREFIX, 'simulator.use', async ({ scope: { companies } }, companyId) => {
    return companies === 'every' || companies.includes(asId(companyId))
  })
  return new PretendPublic(server, {
    exchange: parts.exchange,
    voices: new VoicesInThread(),
    testNumbers: parts.testNumbers,
    random: seededRandom(server.clock.now().getTime()),
    changed: (companyId, callers) => {
      const data = { company_id: companyId, callers }
      const channel = pretendCallersChannel(companyId)
      realtime.publish({ toCompanies: [companyId], channel, event: 'pretend_callers', data })
    },
  })
}

/** Lets callers hang up in time and, where enabled, ring: a company without a present dispatcher gets no calls. */
export async function startPublic(
  server: Server,
  realtime: Realtime,
  people: PretendPublic,
  { phoneDirectory, isCityOpen }: CallersParts,
): Promise<{ stop(): Promise<void> }> {
  const city = new CityCalls(server.clock, server.clock.now().getTime())
  const learn = async () => city.learn(await callRates(server.db))
  const note = (error: unknown) => {
    if (error instanceof DomainError) return
    server.log.warn({ err: error }, 'a pretend caller did not ring')
  }
  const isOpen = isCityOpen && people.hasExchange
  if (isOpen) {
    await learn()
    realtime.onEvents((events) => {
      if (events.some(({ event }) => event === 'company_settings_changed')) void learn().catch(note)
    })
  }
  const send = async (companyId: CompanyId) => {
    if ((await phoneDirectory.dispatchersOf(companyId)).length > 0) await people.ring(companyId)
  }
  const timer = setInterval(() => {
    people.tick()
    if (isOpen) for (const companyId of city.due()) void send(companyId).catch(note)
  }, EVERY_MS)
  timer.unref()
  return {
    stop: async () => {
      clearInterval(timer)
      await people.stop()
    },
  }
}
