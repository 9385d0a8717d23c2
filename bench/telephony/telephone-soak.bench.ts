import { setTimeout as sleep } from 'node:timers/promises'
import { readOwnMeta, reportActivity } from '@dispecerat/contract/identity/accounts'
import { acceptCall } from '@dispecerat/contract/telephony/calls'
import { NO_USER, type UserId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import { openSession } from '../../apps/server/src/identity/accounts/log-in.ts'
import type { Db } from '../../apps/server/src/platform/db/database.ts'
import { systemClock } from '../../apps/server/src/platform/lifecycle/clock.ts'
import { type ApiClient, apiClientWithToken, createApiClient } from '../../e2e/api/api-client.ts'
import { type Installation, openInstallation } from '../bench-installation.ts'
import { type Bench, median, percentile } from '../measure.ts'
import { type CallerLeg, DispatcherPhone, PublicPhone } from './soak-phones.ts'

const DISPATCHERS = 10
/** An hour of 200 calls, played thirty times as fast. */
const HOUR = { calls: 200, speed: 30 }
const WARM_UP_CALLS = 100
const PUBLIC_PHONES = 4
/** Talking time of the callers in simulated seconds; a call without the expected event after TIMEOUT_MS counts as lost. */
const TALK_S = { min: 60, max: 180 }
const TIMEOUT_MS = 15_000
const RING_LIMIT_MS = 300
const GROWTH_LIMIT_MB = 10

interface DispatcherClient {
  phone: DispatcherPhone
  api: ApiClient
}

interface Scene {
  installation: Installation
  desks: DispatcherClient[]
  public: PublicPhone[]
  toFirstPhone: number[]
  toLastPhone: number[]
  lost: string[]
}

/** An hour of a company's calls at the embedded exchange: calls ring, are answered, held, moved by reloads, and hung up. */
export const bench: Bench = {
  name: 'telephone-soak',
  run: async () => {
    await using installation = await openInstallation({ drivers: 0 })
    const scene = await openScene(installation)
    const beats = setInterval(() => void beat(scene.desks), 30_000)
    try {
      await play(scene, { from: 0, calls: WARM_UP_CALLS, speed: 2 * HOUR.speed })
      Object.assign(scene, { toFirstPhone: [], toLastPhone: [] })
      const heap = watchHeap(installation.url)
      await play(scene, { from: WARM_UP_CALLS, ...HOUR })
      const { early, late } = await heap.stop()
      const rows = await endsOf(installation.db)
      return {
        title: 'An hour at the exchange: 200 calls, ten phones ringing for each',
        growsWith: 'the phones that ring for a call; calls that are over leave nothing.',
        rows: [
          limit('calls lost', '', scene.lost.length + open(rows), 0),
          limit('ring → INVITE at the first phone, p99', 'ms', percentile(scene.toFirstPhone, 0.99), RING_LIMIT_MS),
          limit('ring → INVITE at the tenth phone, p99', 'ms', percentile(scene.toLastPhone, 0.99), RING_LIMIT_MS),
          limit('heap at the end less heap at the start', 'MB', late - early, GROWTH_LIMIT_MB),
        ],
        notes: [
          `p50 to the first phone ${median(scene.toFirstPhone).toFixed(1)} ms, to the tenth ${median(scene.toLastPhone).toFixed(1)} ms; the row of the call is written before any phone rings`,
          `least heap of the first third ${early.toFixed(1)} MB, of the last ${late.toFixed(1)} MB`,
          `rows: ${rows.map(({ state, reason, n }) => `${n} ${state}${reason ? ` ${reason}` : ''}`).join(', ')}`,
          ...(scene.lost.length > 0 ? [`lost: ${scene.lost.slice(0, 5).join('; ')}`] : []),
        ],
      }
    } finally {
      clearInterval(beats)
      for (const { phone } of scene.desks) phone.raw.breakLine()
      for (const phone of scene.public) phone.raw.breakLine()
    }
  },
}

function limit(what: string, unit: string, ours: number, peer: number) {
  return { what, unit, ours, peer, peerName: 'limit', better: 'lower' as const }
}

async function openScene(installation: Installation): Promise<Scene> {
  const address = `${installation.url.replace(/^http/, 'ws')}/sip`
  const desks: DispatcherClient[] = []
  for (let n = 0; n < DISPATCHERS; n++) {
    const api = apiClientWithToken(installation.url, await aDispatcher(installation.db, n))
    await api.request(reportActivity, { body: { isOnline: true } })
    const { extension, password } = await accountOf(api, 'sip')
    const phone = new DispatcherPhone(address, extension, password)
    await phone.register()
    desks.push({ phone, api })
  }
  const callers = await accountOf(await createApiClient(installation.url, 'manager@demo.ro'), 'callerSip')
  const phones = Array.from(
    { length: PUBLIC_PHONES },
    () => new PublicPhone(address, callers.extension, callers.password),
  )
  for (const phone of phones) await phone.register()
  return { installation, desks, public: phones, toFirstPhone: [], toLastPhone: [], lost: [] }
}

async function accountOf(api: ApiClient, prefix: 'sip' | 'callerSip') {
  const { data } = await api.request(readOwnMeta)
  const meta = new Map(data.map(({ key, value }) => [key, value ?? '']))
  const extension = /^sip:(\w+)@/.exec(meta.get(`${prefix}Url`) ?? '')?.[1] ?? ''
  return { extension, password: meta.get(`${prefix}Password`) ?? '' }
}

async function aDispatcher(db: Db, n: number): Promise<string> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: UserId }>`
      insert into users (name, email, created_at) values (${`Dispecer ${n}`}, ${`banc${n}@demo.ro`}, now()) returning id
    `.execute(tx)
    const userId = rows[0]?.id ?? NO_USER
    await sql`insert into user_roles (user_id, role) values (${userId}, 'dispatcher')`.execute(tx)
    await sql`insert into user_companies (user_id, company_id) values (${userId}, 1)`.execute(tx)
    return openSession(tx, { userId, device: null, now: systemClock.now() })
  })
}

async function beat(desks: readonly DispatcherClient[]): Promise<void> {
  for (const { api } of desks) await api.request(reportActivity, { body: { isOnline: true } })
}

/** Callers come at a fixed rate and do not wait for earlier ones. */
async function play(scene: Scene, { from, calls, speed }: { from: number; calls: number; speed: number }) {
  const everyMs = 3_600_000 / HOUR.calls / speed
  const running: Promise<void>[] = []
  for (let n = from; n < from + calls; n++) {
    running.push(
      live(scene, n, speed).catch(
        (error) => void scene.lost.push(`${n}: ${error instanceof Error ? error.message : error}`),
      ),
    )
    await sleep(everyMs)
  }
  await Promise.all(running)
}

/** One call from the first ring to the end: one in twenty gives up, one in twenty continues through a reload. */
async function live(scene: Scene, n: number, speed: number): Promise<void> {
  const phone = scene.public[n % PUBLIC_PHONES] as PublicPhone
  const number = `+4073${2_000_000 + n}`
  const leg = phone.ring('company-1', number)
  await until(() => scene.desks.some((dispatcher) => dispatcher.phone.rung.has(leg.sipCallerId)), 'no phone rang')
  if (n % 20 === 0) {
    await sleep(300)
    phone.giveUp(leg)
    await until(() => leg.isOver, 'giving up was not answered')
    return forget(scene, phone, leg)
  }
  const dispatcher = await freeDispatcher(scene.desks)
  try {
    await talk({ n, speed, number, phone, leg, desk: dispatcher })
  } finally {
    dispatcher.phone.isBusy = false
  }
  forget(scene, phone, leg)
}

interface Talk {
  n: number
  speed: number
  number: string
  phone: PublicPhone
  leg: CallerLeg
  desk: DispatcherClient
}

async function talk({ n, speed, number, phone, leg, desk: dispatcher }: Talk): Promise<void> {
  await until(() => dispatcher.phone.pickUp(leg.sipCallerId), 'the phone chosen did not ring')
  await until(() => leg.answer?.status === 200, 'the answer did not reach the caller')
  await dispatcher.api.request(acceptCall, { body: { phone_number: number, sip_caller_id: leg.sipCallerId } })
  const talkMs = ((TALK_S.min + ((n * 37) % (TALK_S.max - TALK_S.min))) * 1000) / speed
  await sleep(talkMs / 2)
  if (n % 20 === 7) await dispatcher.phone.reloadInTalk()
  if (n % 5 === 1) {
    dispatcher.phone.say('UPDATE', 'sendonly')
    await sleep(talkMs / 4)
    dispatcher.phone.say('UPDATE', 'sendrecv')
  }
  await sleep(talkMs / 2)
  if (n % 2 === 0) phone.hangUp(leg)
  else dispatcher.phone.say('BYE')
  await until(() => leg.isOver && dispatcher.phone.isTalkOver, 'one side did not hear that it is over')
}

async function freeDispatcher(desks: readonly DispatcherClient[]): Promise<DispatcherClient> {
  for (;;) {
    const free = desks.filter(({ phone }) => !phone.isBusy)
    const chosen = free[Math.floor(Math.random() * free.length)]
    if (chosen) {
      chosen.phone.isBusy = true
      return chosen
    }
    await sleep(20)
  }
}

/** Records the ring delays of a finished call and removes the call from the phones. */
function forget(scene: Scene, phone: PublicPhone, leg: CallerLeg): void {
  const rangAfter = scene.desks.flatMap((dispatcher) => {
    const rung = dispatcher.phone.rung.get(leg.sipCallerId)
    dispatcher.phone.rung.delete(leg.sipCallerId)
    return rung ? [rung.at - leg.rangAt] : []
  })
  scene.toFirstPhone.push(Math.min(...rangAfter))
  // A page that is being reloaded rings later because of the reload, so it is not measured.
  if (rangAfter.length === DISPATCHERS && Math.max(...rangAfter) < 200 + Math.min(...rangAfter)) {
    scene.toLastPhone.push(Math.max(...rangAfter))
  }
  phone.forget(leg)
}

async function until(isSo: () => boolean, otherwise: string): Promise<void> {
  const timeoutAt = performance.now() + TIMEOUT_MS
  while (!isSo()) {
    if (performance.now() > timeoutAt) throw new Error(otherwise)
    await sleep(5)
  }
}

/** Estimates the retained heap by the minimum of many samples, since garbage collection runs at any time. */
function watchHeap(url: string): { stop(): Promise<{ early: number; late: number }> } {
  const samples: number[] = []
  const timer = setInterval(async () => {
    const text = await (await fetch(`${url}/metrics`)).text()
    samples.push(Number(/^nodejs_heap_size_used_bytes (\S+)/m.exec(text)?.[1]) / 2 ** 20)
  }, 500)
  return {
    stop: async () => {
      clearInterval(timer)
      await sleep(600)
      const third = Math.ceil(samples.length / 3)
      return { early: Math.min(...samples.slice(0, third)), late: Math.min(...samples.slice(-third)) }
    },
  }
}

async function endsOf(db: Db): Promise<{ state: string; reason: string | null; n: number }[]> {
  await sleep(1000)
  const { rows } = await sql<{ state: string; reason: string | null; n: number }>`
    select state, reason_type as reason, count(*)::int as n from calls where phone like '+40732______' group by 1, 2 order by 3 desc
  `.execute(db)
  return rows
}

/** Number of calls that the server still holds open. */
function open(rows: readonly { state: string; n: number }[]): number {
  return rows.filter(({ state }) => state !== 'ended').reduce((sum, { n }) => sum + n, 0)
}
