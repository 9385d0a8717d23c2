import { NewOrder } from '@dispecerat/contract/orders/order-shapes'
import { DomainError } from '@dispecerat/domain/kernel/errors'
import { asId, type OrderId } from '@dispecerat/domain/kernel/ids'
import { UNSEEN } from '@dispecerat/domain/orders/arrival'
import { type HistoryLine, historyProblem } from '@dispecerat/domain/orders/order-history'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { SYSTEM } from '../../platform/db/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { write } from '../../platform/db/write.ts'
import { aDriver, TOWN_SQUARE } from '../../testing/builders.ts'
import { assignByHand } from '../by-hand/assign-by-hand.ts'
import { takeBackOrder } from '../by-hand/take-back-order.ts'
import { createOrder } from '../create/create-order.ts'
import { duplicateOrder } from '../create/duplicate-order.ts'
import { editOrder } from '../edit/edit-order.ts'
import { lockOrder } from '../orders.store.ts'
import { reportArrival } from '../pickup/report-arrival.ts'
import { aPhone, createFixture, SQUARE } from '../testing/order-fixture.ts'
import { replaceDriver } from '../watch/replace-driver.ts'
import { endReplacement, replaceableOrder, searchReplacement } from '../watch/replacement.ts'
import { assignOrder } from './assign-order.ts'
import { cancelOrder } from './cancel-order.ts'
import { deleteOrder } from './delete-order.ts'
import { driverCancel } from './driver-cancel.ts'
import { finishTrip } from './finish-trip.ts'
import type { DrivenOrder } from './lock-driven-order.ts'
import { moveToPending } from './move-to-pending.ts'
import { restoreOrder } from './restore-order.ts'
import { retryOrder } from './retry-order.ts'
import { runDueOrders } from './run-due-orders.ts'
import { setDriverAndFinish } from './set-driver-and-finish.ts'
import { startTrip } from './start-trip.ts'

const fixture = await createFixture()
const { server, actor, companyId, driver } = fixture
const second = await aDriver(server, { companyId, at: TOWN_SQUARE })
const driving = { ...actor, userId: driver.driverId, kind: 'driver' } as const
afterAll(() => server.stop())

/** Reference model of an order's life, as simple as possible, compared with the server. */
interface Model {
  state: string
  trip: string | null
  queued: boolean
  deleted: boolean
  driven: boolean
  /** The second driver has it, or had it last. */
  theirs: boolean
  /** Another car is searched. */
  sought: boolean
  /** The search is not due yet. */
  early: boolean
}

const GONE = 'order.unknown'
const NO = 'order.wrong_state'
type Outcome = Partial<Model> | string

/** Command → resulting state, or the code of its refusal. */
const REFERENCE: Record<string, (m: Model) => Outcome> = {
  place: (m) => (m.state === 'new' ? { state: 'created' } : NO),
  cancel: (m) =>
    m.state === 'created' || m.state === 'assigned'
      ? { state: 'canceled', trip: null, queued: false, sought: false }
      : NO,
  retry: (m) =>
    m.state === 'canceled' || m.state === 'pending'
      ? { state: 'created', trip: null, queued: false, driven: false, theirs: false, early: false }
      : NO,
  queue: (m) =>
    (m.state === 'created' || m.state === 'pending') && !m.queued ? { state: 'pending', queued: true } : NO,
  accept: (m) => {
    const isOpen = m.state === 'created' || m.queued
    return isOpen ? { state: 'assigned', trip: 'waiting_driver', queued: false, driven: true } : 'lost'
  },
  arrive: (m) => step(m, ['waiting_driver'], { trip: 'waiting_client', sought: false }),
  start: (m) => step(m, ['waiting_driver', 'waiting_client'], { trip: 'started', sought: false }),
  finish: (m) => step(m, ['started'], { state: 'finished', trip: null }),
  giveBack: (m) => {
    if (!m.driven || m.theirs) return GONE
    if (m.state !== 'assigned') return NO
    return m.trip === 'started' ? { state: 'canceled', trip: null } : withoutDriver(m)
  },
  assignNow: (m) => {
    if (m.state === 'assigned' && m.trip === 'started') return NO
    if (m.state === 'assigned') return m.theirs ? { trip: 'waiting_driver', theirs: false, sought: false } : {}
    const isOpen = m.state === 'created' || m.state === 'pending'
    return isOpen ? { state: 'assigned', trip: 'waiting_driver', queued: false, driven: true } : NO
  },
  takeBack: (m) => (m.state === 'assigned' && m.trip !== 'started' ? withoutDriver(m) : NO),
  setDriver: (m) =>
    m.state === 'canceled' || m.state === 'pending'
      ? { state: 'finished', queued: false, driven: true, theirs: false }
      : NO,
  delete: (m) => (m.state === 'assigned' || m.state === 'finished' ? NO : { deleted: true }),
  duplicate: (m) => (m.state === 'new' ? NO : {}),
  rename: () => ({}),
  searchReplacement: (m) => (m.sought ? {} : isOnTheWay(m) ? { sought: true } : NO),
  replace: (m) => (m.sought ? { theirs: !m.theirs, sought: false, early: false } : 'lost'),
  endReplacement: () => ({ sought: false }),
  hourComes: (m) => (m.state === 'pending' && !m.queued ? { state: 'created', early: false } : {}),
}
/**
 * The timer finds nothing due; a copy does not change the original's row; the named driver has the order already; that another car is searched
 * is nothing that an editor reads.
 */
const WRITES_NOTHING = (command: string, m: Model) =>
  command === 'duplicate' ||
  (command === 'assignNow' && m.state === 'assigned' && !m.theirs) ||
  command === 'searchReplacement' ||
  command === 'endReplacement' ||
  (command === 'hourComes' && !(m.state === 'pending' && !m.queued && !m.deleted))

/** The order is taken from one driver, and then given to the other. */
const WRITES_TWICE = (command: string, m: Model) =>
  command === 'replace' || (command === 'assignNow' && m.state === 'assigned' && m.theirs)

function withoutDriver({ early }: Model): Outcome {
  return { state: early ? 'pending' : 'created', trip: null, driven: false, theirs: false, sought: false }
}

function isOnTheWay({ state, trip }: Model): boolean {
  return state === 'assigned' && trip === 'waiting_driver'
}

function step(m: Model, from: string[], to: Partial<Model>): Outcome {
  if (!m.driven || m.theirs) return GONE
  if (m.state !== 'assigned') return NO
  return from.includes(m.trip ?? '') ? to : 'order.trip_step'
}

function expected(command: string, m: Model): Outcome {
  if (command === 'restore') return m.deleted ? { deleted: false } : GONE
  if (command === 'hourComes' && m.deleted) return {}
  if (m.deleted) return GONE
  return REFERENCE[command]?.(m) ?? 'no such command'
}

const which = (id: number) => ({ orderId: asId<OrderId>(id), version: undefined })

const COMMANDS: Record<string, (id: number) => Promise<unknown>> = {
  place: (id) => editOrder(server, actor, { orderId: asId<OrderId>(id), version: undefined }, { state: 'created' }),
  cancel: (id) => cancelOrder(server, actor, asId<OrderId>(id), { reasonText: null }),
  retry: (id) => retryOrder(server, actor, asId<OrderId>(id)),
  queue: (id) => moveToPending(server, actor, asId<OrderId>(id)),
  accept: async (id) => {
    if (!(await fixture.assign(asId<OrderId>(id)))) throw new DomainError('offer.taken')
  },
  arrive: (id) => reportArrival(server, driving, asId<OrderId>(id), { car: UNSEEN, reason: 'Nu am semnal' }),
  start: (id) => startTrip(server, driving, asId<OrderId>(id)),
  finish: (id) =>
    finishTrip(server, driving, asId<OrderId>(id), {
      costBani: 1000,
      isByTariff: false,
      isPositionMock: false,
      car: UNSEEN,
    }),
  giveBack: (id) => driverCancel(server, driving, asId<OrderId>(id), 'Pană'),
  assignNow: (id) => assignByHand(server, actor, which(id), { driverId: driver.driverId, reason: null }),
  takeBack: (id) => takeBackOrder(server, actor, which(id), 'Pană'),
  setDriver: (id) => setDriverAndFinish(server, actor, asId<OrderId>(id), driver.driverId),
  delete: (id) => deleteOrder(server, actor, asId<OrderId>(id)),
  restore: (id) => restoreOrder(server, actor, asId<OrderId>(id)),
  duplicate: (id) => duplicateOrder(server, actor, asId<OrderId>(id)),
  rename: (id) => editOrder(server, actor, { orderId: asId<OrderId>(id), version: undefined }, { name: `Om ${id}` }),
  searchReplacement: (id) =>
    write(server, SYSTEM, async (tx) => {
      const order = await lockOrder(tx, asId<OrderId>(id))
      if (order.replacementSince !== null) return
      const isFirst = true
      await searchReplacement(tx, server.domainEvents, order as DrivenOrder, { now: server.clock.now(), isFirst })
    }),
  replace: async (id) => {
    if (!(await write(server, SYSTEM, (tx) => acceptReplacement(tx, id)))) throw new DomainError('offer.taken')
  },
  endReplacement: (id) =>
    write(server, SYSTEM, async (tx) => {
      const order = await lockOrder(tx, asId<OrderId>(id))
      await endReplacement(tx, server.domainEvents, { order, because: 'car_moves', now: server.clock.now() })
    }),
  hourComes: async (id) => {
    const row = await rowOf(id)
    const due = row.state === 'pending' && !row.in_pending_queue && row.deleted_at === null
    await sql`update orders set start_at = ${server.clock.now()} where id = ${due ? id : null}`.execute(server.db)
    await runDueOrders(server)
  },
}

/** The driver who does not have the order accepts it. */
async function acceptReplacement(tx: Tx, id: number): Promise<boolean> {
  const order = replaceableOrder(await lockOrder(tx, asId<OrderId>(id)))
  if (order === null) return false
  const now = server.clock.now()
  const { driverId, carId, indicativ } = order.driverId === driver.driverId ? second : driver
  const freed = await replaceDriver(tx, server, SYSTEM, { order, toDriver: driverId, now })
  const winner = { driverId, carId, indicativ, companyId, waitingMinutes: 5, isNext: false }
  return assignOrder(tx, SYSTEM, { order: freed.order, ...winner, now })
}

const rowOf = (id: number) =>
  server.db.selectFrom('orders').selectAll().where('id', '=', asId<OrderId>(id)).executeTakeFirstOrThrow()

async function outcomeOf(command: string, id: number): Promise<string> {
  try {
    await COMMANDS[command]?.(id)
    return 'done'
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    return error.code === 'offer.taken' ? 'lost' : error.code
  }
}

const BEGINNINGS = { now: 'created', later: 'pending', draft: 'new' } as const

test('after any sequence of commands the server matches the reference model', {
  timeout: 120_000,
}, async () => {
  const script = fc.array(fc.constantFrom(...Object.keys(COMMANDS)), { minLength: 5, maxLength: 40 })
  const beginning = fc.constantFrom(...(Object.keys(BEGINNINGS) as (keyof typeof BEGINNINGS)[]))
  await fc.assert(
    fc.asyncProperty(beginning, script, async (how, commands) => {
      await freeDriver()
      const orderInput = how === 'later' ? { departure_time: '2026-03-10 10:00:00' } : { draft: how === 'draft' }
      const input = NewOrder.parse({ client_phone: aPhone(), places: [SQUARE], ...orderInput })
      const { orderId } = await createOrder(server, actor, input)
      let model: Model = {
        state: BEGINNINGS[how],
        trip: null,
        queued: false,
        deleted: false,
        driven: false,
        theirs: false,
        sought: false,
        early: how === 'later',
      }
      for (const command of commands) {
        const before = await rowOf(orderId)
        const wanted = expected(command, model)
        const wantsRefusal = typeof wanted === 'string'
        expect({ command, model, is: await outcomeOf(command, orderId) }).toEqual({
          command,
          model,
          is: wantsRefusal ? wanted : 'done',
        })
        const writes = WRITES_TWICE(command, model) ? 2 : 1
        const isQuiet = wantsRefusal || WRITES_NOTHING(command, model)
        if (!wantsRefusal) model = { ...model, ...wanted }
        const row = await rowOf(orderId)
        expect({
          state: row.state,
          trip: row.trip_state,
          queued: row.in_pending_queue,
          deleted: row.deleted_at !== null,
          driven: row.driver_id !== null,
          theirs: row.driver_id === second.driverId,
          sought: row.replacement_since !== null,
          early: row.start_at !== null && row.start_at > server.clock.now(),
        }).toEqual(model)
        expect(row.version).toBe(before.version + (isQuiet ? 0 : writes))
        if (wantsRefusal) expect(row).toEqual(before)
      }
      await expectSameHistory(orderId)
    }),
    { numRuns: 80 },
  )
})

/** A failed run must not leave a driver busy for the next one. */
async function freeDriver() {
  const held = await server.db
    .selectFrom('orders')
    .select('id')
    .where('driver_id', 'in', [driver.driverId, second.driverId])
    .where('state', '=', 'assigned')
    .executeTakeFirst()
  if (held) await cancelOrder(server, actor, held.id, { reasonText: null })
}

async function expectSameHistory(orderId: OrderId) {
  const { rows } = await sql<HistoryLine>`
    select type, data ->> 'state' as state from order_history where order_id = ${orderId} order by id`.execute(
    server.db,
  )
  expect(historyProblem(rows, (await rowOf(orderId)).state)).toBeNull()
}
