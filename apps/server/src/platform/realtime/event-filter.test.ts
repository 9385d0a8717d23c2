import { CONSOLE_EVENT_ACCESS, DRIVER_EVENT_ACCESS, EVENT_ACCESS } from '@dispecerat/contract/api/event-access'
import { ConsoleEvents, DriverEvents } from '@dispecerat/contract/api/realtime'
import { PERMISSIONS, type Permission, ROLES, type Role, rolesMay } from '@dispecerat/domain/identity/permissions'
import { asId, type CompanyId, type UserId } from '@dispecerat/domain/kernel/ids'
import { expect, test } from 'vitest'
import type { WebSocket } from 'ws'
import type { StoredEvent } from '../db/event-log.ts'
import type { Login } from '../http/authenticate.ts'
import { Hub } from './hub.ts'
import { LiveSocket } from './live-socket.ts'
import type { Volatile } from './realtime.ts'

const [MINE, THEIRS] = [asId<CompanyId>(1), asId<CompanyId>(2)]
const USER_ID = asId<UserId>(7)

function aLogin(roles: readonly Role[], over: Partial<Login> = {}): Login {
  return { tokenId: 1, userId: USER_ID, roles, scope: { companies: [MINE], ownUserId: null }, ...over }
}

/** A socket in its own hub, with the frames it received. */
function join(login: Login) {
  const sent: { event: string; data: Record<string, unknown> }[] = []
  const wire = {
    OPEN: 1,
    readyState: 1,
    bufferedAmount: 0,
    send: (frame: Buffer) => sent.push(JSON.parse(String(frame))),
  }
  const hub = new Hub()
  const socket = new LiveSocket(wire as unknown as WebSocket, login, 0)
  hub.add(socket)
  socket.goLive()
  return { hub, socket, sent }
}

/** Every field of the event, and one that the contract does not declare. */
function aFrame(name: string, toCompanies: readonly number[] = [MINE]) {
  const shapes = [ConsoleEvents, DriverEvents].flatMap((events) => {
    const shape = (events as Record<string, { shape: object }>)[name]
    return shape ? Object.keys(shape.shape) : []
  })
  const event = { seq: 1, at: new Date(0), event: name, channel: null, toCompanies, toUsers: [USER_ID], data: {} }
  const data = Object.fromEntries([...shapes, 'not_in_the_contract'].map((field) => [field, field]))
  return { event: event as unknown as StoredEvent, data }
}

const without = (roles: readonly Role[], permissions: readonly Permission[]) =>
  roles.flatMap((role) => permissions.map((permission) => `${role} ${permission}`))

const CASES = Object.keys(EVENT_ACCESS).flatMap((name) => ROLES.map((role) => [name, role] as const))

test.each(CASES)(
  '%s and the role %s: received with the permission, not without it, and no other field',
  (name, role) => {
    const rows = EVENT_ACCESS[name] ?? []
    const { event, data } = aFrame(name)
    const needed = [...new Set(rows.flatMap(({ may, fields }) => [...may, ...Object.values(fields)]))].filter(
      (word) => word !== true,
    )
    for (const revoked of [[], without([role], needed)]) {
      const holds = (permission: Permission) => rolesMay([role], permission, revoked)
      const received = rows.filter(({ may }) => may.some(holds))
      const fields = received.flatMap((row) =>
        Object.entries(row.fields).flatMap(([field, needs]) => (needs === true || holds(needs) ? [field] : [])),
      )
      const { hub, sent } = join(aLogin([role], { revoked, revokedBy: new Map([[MINE, revoked]]) }))
      hub.sendLogged(event, data)
      const expected = received.length === 0 ? [] : [[...new Set(fields)].sort()]
      expect(sent.map((frame) => Object.keys(frame.data).sort())).toEqual(expected)
    }
  },
)

test('every event of the contract has a row with exactly its fields, and needs a permission that some role has', () => {
  const tables = [
    [ConsoleEvents, CONSOLE_EVENT_ACCESS],
    [DriverEvents, DRIVER_EVENT_ACCESS],
  ] as const
  for (const [events, access] of tables) {
    expect(Object.keys(access).sort()).toEqual(Object.keys(events).sort())
    for (const [name, { may, fields }] of Object.entries(access)) {
      const { shape } = (events as Record<string, { shape: object }>)[name] ?? { shape: {} }
      expect(Object.keys(fields).sort(), name).toEqual(Object.keys(shape).sort())
      expect(may.length, name).toBeGreaterThan(0)
      for (const permission of may) expect(PERMISSIONS, name).toContain(permission)
    }
  }
})

test.each<[string, Permission]>([
  ['incident_created', 'incidents.read'],
  ['incident_changed', 'incidents.read'],
  ['chat_message', 'messages.read'],
  ['client_call_incoming', 'calls.take'],
  ['ledger_alarm', 'finances.read'],
  ['ws_driver_positions', 'drivers.positions'],
])('%s needs %s', (name, permission) => {
  const revoked = without(['dispatcher', 'company_admin'], [permission])
  const { hub, sent } = join(
    aLogin(['dispatcher', 'company_admin'], { revoked, revokedBy: new Map([[MINE, revoked]]) }),
  )
  const { event, data } = aFrame(name)
  hub.sendLogged(event, data)
  hub.sendResync(event)
  hub.sendVolatile({ event: name, toCompanies: [MINE], data } as unknown as Volatile, 1, new Date(0))
  expect(sent).toEqual([])
})

test('a permission that one company revokes is missing for its own events only', () => {
  const revoked = ['dispatcher incidents.read']
  const scope = { companies: [MINE, THEIRS], ownUserId: null }
  const { hub, sent } = join(aLogin(['dispatcher'], { scope, revoked, revokedBy: new Map([[THEIRS, revoked]]) }))
  for (const [n, company] of [THEIRS, MINE].entries()) {
    const { event, data } = aFrame('incident_created', [company])
    hub.sendLogged({ ...event, seq: n + 1 }, { ...data, company_id: company })
  }
  expect(sent.map(({ data }) => data.company_id)).toEqual([MINE])
})

test('an event without a row is sent to no client', () => {
  const { hub, sent } = join(aLogin(['admin'], { scope: { companies: 'every', ownUserId: null } }))
  const { event, data } = aFrame('unheard_of')
  hub.sendLogged(event, data)
  expect(sent).toEqual([])
})

test('a permission revoked while the socket is open applies from the next event on', () => {
  const { hub, socket, sent } = join(aLogin(['dispatcher']))
  const { event, data } = aFrame('chat_message')
  hub.sendLogged(event, data)
  socket.withRevoked(new Map([[MINE, ['dispatcher messages.read']]]))
  hub.sendLogged({ ...event, seq: 2 }, data)
  expect(sent).toHaveLength(1)
})
