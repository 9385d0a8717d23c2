import { reportPosition } from '@dispecerat/contract/dispatch/driver'
import { createStand, type NewStand, readStandQueue } from '@dispecerat/contract/fleet/stands'
import type { Point } from '@dispecerat/domain/kernel/geo'
import { asId, type StandId } from '@dispecerat/domain/kernel/ids'
import { expect } from 'vitest'
import { aServer, type TestServer } from '../../../testing/a-server.ts'
import { type ADriver, aCompany, aDispatcher, aDriver, aUser, TOWN_SQUARE } from '../../../testing/builders.ts'

const METRES_PER_DEGREE = 6_371_008.8 * (Math.PI / 180)
export const north = (metres: number): Point => ({
  lat: TOWN_SQUARE.lat + metres / METRES_PER_DEGREE,
  long: TOWN_SQUARE.long,
})
export const AWAY = north(3000)

export type Phone = ADriver & { token: string }

/** A company with an admin, a dispatcher, and drivers on duty far from everything. */
export async function aRank(drivers: number) {
  const server = await aServer()
  const { companyId } = await aCompany(server)
  const admin = await aUser(server, { roles: ['company_admin'], companyIds: [companyId] })
  const dispatcher = await aDispatcher(server, { companyId })
  const phones: Phone[] = []
  for (let n = 1; n <= drivers; n++) {
    const driver = await aDriver(server, { companyId, at: AWAY, indicativ: String(n) })
    phones.push({ ...driver, token: await server.logIn(driver.email) })
  }
  await server.startJobs()
  return {
    server,
    companyId,
    phones,
    boss: await server.logIn(admin.email),
    dispatcher: await server.logIn(dispatcher.email),
    [Symbol.asyncDispose]: () => server.stop(),
  }
}
type Rank = Awaited<ReturnType<typeof aRank>>

export const PLAN: NewStand = { name: 'Piața Sfatului', ...TOWN_SQUARE }

export async function aStand(rank: Rank, plan: Partial<NewStand> = {}): Promise<StandId> {
  const { reply } = await rank.server.request(createStand, { body: { ...PLAN, ...plan } }, rank.boss)
  return asId<StandId>(reply.data.id)
}

/** The driver's phone reports this position at once and then every five seconds. */
export async function stays(
  { server }: Pick<Rank, 'server'>,
  phone: Phone,
  point: Point,
  seconds: number,
): Promise<void> {
  for (let passed = 0; passed < seconds; passed += 5) {
    server.pass(Math.min(5, seconds - passed))
    await server.request(reportPosition, { body: point }, phone.token)
  }
}

export async function queue(server: TestServer, token: string, standId: StandId): Promise<(string | null)[]> {
  const { reply } = await server.request(readStandQueue, { params: { id: standId } }, token)
  expect(reply.data.map(({ position }) => position)).toEqual(reply.data.map((_, index) => index + 1))
  return reply.data.map(({ indicativ }) => indicativ)
}

/** The drivers in the stored queue. */
export async function written(server: TestServer): Promise<number[]> {
  const rows = await server.db.selectFrom('stand_queue').select('driver_id').orderBy('arrived_at').execute()
  return rows.map(({ driver_id }) => driver_id)
}
