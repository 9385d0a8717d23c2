import { EVENT_ACCESS } from '@dispecerat/contract/api/event-access'
import * as contract from '@dispecerat/contract/api/realtime'
import { type Permission, ROLES, rolesMay } from '@dispecerat/domain/identity/permissions'
import type { CompanyId, UserId } from '@dispecerat/domain/kernel/ids'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aServer, type TestServer } from '../../testing/a-server.ts'
import type { SocketClient } from '../../testing/socket-client.ts'
import { SHARED_ORDERS, type SharedOrder } from '../../testing/tenants/tenant-orders.ts'
import { ORDERS_OPEN_TO } from '../../testing/tenants/tenant-rules.ts'
import { type Actor, type Relation, type Tenants, tenants } from '../../testing/tenants/tenants.ts'
import { namedEvent } from '../../testing/test-events.ts'
import { newestSeq, readEventsAfter } from '../db/event-log.ts'
import type { Volatile } from './realtime.ts'
import { happened } from './testing/two-companies.ts'

let server: TestServer
let all: Tenants
/** New sockets for each channel: a socket may send only twenty frames at once. */
let sockets: { actor: Actor; socket: SocketClient }[] = []

beforeAll(async () => {
  server = await aServer()
  all = await tenants(server)
})
afterAll(() => server.stop())
beforeEach(openSockets)

async function openSockets(): Promise<void> {
  for (const { socket } of sockets) socket.close()
  sockets = []
  for (const actor of all.actors) sockets.push({ actor, socket: await server.socket(actor.token) })
}

/** Frames about the connection itself are never logged. */
const OF_THE_CONNECTION = ['ready', 'pong', 'error', 'subscribed', 'resync', 'events_delayed', 'saving_failing']
const EVENTS = Object.keys(EVENT_ACCESS).filter((event) => !OF_THE_CONNECTION.includes(event))

function mayReceive({ role }: Actor, event: string): boolean {
  return (EVENT_ACCESS[event] ?? []).some(({ may }) => may.some((permission) => rolesMay([role], permission)))
}

/** True for the consoles of a company; its accounts and its drivers' phones are addressed in person. */
function isConsoleOf({ role, relation }: Actor, company: Relation): boolean {
  return role === 'admin' || (relation === company && (role === 'company_admin' || role === 'dispatcher'))
}

/** The actors that received the event or a resync. A frame that is never logged repeats the number of the last event. */
function receiversOf(event: string, seq: number | undefined): string[] {
  const isIt = (frame: { seq: number; event: string }) => frame.seq === seq && [event, 'resync'].includes(frame.event)
  return sockets.filter(({ socket }) => socket.frames.some(isIt)).map(({ actor }) => actor.name)
}

/** The ids of the rows that fill the events. */
function idsOfTarget(): Record<string, number> {
  const { target } = all
  return {
    order_id: target.orderId,
    call_id: target.callId,
    driver_id: target.driverId,
    company_id: target.companyId,
    incident_id: target.incidentId,
    id: target.incidentId,
    dispatcher_id: target.dispatcherId,
    stand_id: target.standId,
    round_id: target.roundId,
    account_id: target.accountId,
  }
}

async function sentTo(to: { toCompanies?: CompanyId[]; toUsers?: UserId[] }): Promise<Map<string, number>> {
  const before = await newestSeq(server.db)
  await happened(server, ...EVENTS.map((event) => namedEvent(event, to, idsOfTarget())))
  await server.remembers()
  await Promise.all(sockets.map(({ socket }) => socket.caughtUp()))
  const sent = await readEventsAfter(server.db, before, EVENTS.length)
  return new Map(sent.map(({ seq, event }) => [event, seq]))
}

const receiversByEvent = (seqs: Map<string, number>) =>
  Object.fromEntries(EVENTS.map((event) => [event, receiversOf(event, seqs.get(event))]))
const namesOf = (actors: readonly { actor: Actor }[]) => actors.map(({ actor }) => actor.name)

test('an event of a company is received by its consoles with the permission, and by no other socket', async () => {
  const seqs = await sentTo({ toCompanies: [all.target.companyId] })
  const expected = (event: string) =>
    sockets.filter(({ actor }) => mayReceive(actor, event) && isConsoleOf(actor, 'own'))
  expect(receiversByEvent(seqs)).toEqual(Object.fromEntries(EVENTS.map((event) => [event, namesOf(expected(event))])))
})

test.each(ROLES)(
  'an event for one user of the role %s is received by this user alone, with the permission',
  async (role) => {
    const one = sockets.find(({ actor }) => actor.role === role)
    if (!one) throw new Error(`nobody has the role ${role}`)
    const seqs = await sentTo({ toUsers: [one.actor.userId] })
    const expected = (event: string) => (mayReceive(one.actor, event) ? [one.actor.name] : [])
    expect(receiversByEvent(seqs)).toEqual(Object.fromEntries(EVENTS.map((event) => [event, expected(event)])))
  },
)

type ChannelName = Extract<keyof typeof contract, `${string}Channel` | `${string}_CHANNEL`>

/** The permission that a channel needs; `of`: its rows, by the way in which the company shares them. */
const CHANNELS: Record<ChannelName, { may: Permission; of: () => Partial<Record<'own' | SharedOrder, string>> }> = {
  orderDriversChannel: {
    may: 'orders.history',
    of: () => ({
      own: contract.orderDriversChannel(all.target.orderId),
      ...Object.fromEntries(
        SHARED_ORDERS.map((kind) => [kind, contract.orderDriversChannel(all.orders[kind].orderId)]),
      ),
    }),
  },
  pretendCallersChannel: {
    may: 'simulator.use',
    of: () => ({ own: contract.pretendCallersChannel(all.target.companyId) }),
  },
  replayChannel: { may: 'search_rules.edit', of: () => ({ own: contract.replayChannel(all.target.replayId) }) },
  POSITIONS_CHANNEL: { may: 'drivers.positions', of: () => ({}) },
  STAND_QUEUES_CHANNEL: { may: 'drivers.positions', of: () => ({}) },
  SUPPLY_CHANNEL: { may: 'statistics.read', of: () => ({}) },
}

test('a channel of a row is opened by the permission and the relation', async () => {
  expect(
    Object.keys(contract)
      .filter((name) => /Channel$|_CHANNEL$/.test(name))
      .sort(),
  ).toEqual(Object.keys(CHANNELS).sort())
  for (const { may, of } of Object.values(CHANNELS)) {
    for (const [kind, channel] of Object.entries(of()) as ['own' | SharedOrder, string][]) {
      const opens = ({ role, relation }: Actor) =>
        rolesMay([role], may) && (role === 'admin' || ORDERS_OPEN_TO[relation].includes(kind))
      const expected = sockets.filter(({ actor }) => opens(actor))
      expect([channel, await subscribersOf(channel)]).toEqual([channel, namesOf(expected)])
    }
  }
})

test('a channel of a user’s own companies carries no frame of another one', async () => {
  const { POSITIONS_CHANNEL, STAND_QUEUES_CHANNEL, SUPPLY_CHANNEL } = contract
  const channels = { POSITIONS_CHANNEL, STAND_QUEUES_CHANNEL, SUPPLY_CHANNEL }
  for (const [name, channel] of Object.entries(channels)) {
    const { may } = CHANNELS[name as keyof typeof channels]
    expect([name, await subscribersOf(channel)]).toEqual([
      name,
      namesOf(sockets.filter(({ actor }) => rolesMay([actor.role], may))),
    ])
    const event = EVENTS.includes(channel) ? channel : 'stand_queue_changed'
    const data = { ...idsOfTarget(), positions: [], gone: [], zones: [], queue_length: 1 }
    server.realtime.publish({ event, channel, toCompanies: [all.target.companyId], data } as Volatile)
    for (const { socket } of sockets) await socket.caughtUp()
    const received = sockets.filter(({ socket }) => socket.framesOf(event).some((frame) => frame.channel === channel))
    expect([name, namesOf(received)]).toEqual([name, namesOf(sockets.filter(({ actor }) => isConsoleOf(actor, 'own')))])
  }
})

async function subscribersOf(channel: string): Promise<string[]> {
  await openSockets()
  const admitted: string[] = []
  for (const { actor, socket } of sockets) {
    const refused = socket.framesOf('error').length
    await socket.subscribe(channel)
    if (socket.framesOf('error').length === refused) admitted.push(actor.name)
  }
  return admitted
}
