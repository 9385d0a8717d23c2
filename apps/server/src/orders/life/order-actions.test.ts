import type { Endpoint } from '@dispecerat/contract/kernel/endpoint'
import { assignByHand, takeBackOrder } from '@dispecerat/contract/orders/by-hand'
import * as contract from '@dispecerat/contract/orders/orders'
import { rateOrder } from '@dispecerat/contract/orders/ratings'
import { asId, type OrderId, type UserId } from '@dispecerat/domain/kernel/ids'
import { ORDER_STATES, type OrderLife, type OrderState } from '@dispecerat/domain/orders/order'
import {
  type Actor,
  ORDER_ACTIONS,
  type OrderAction,
  type WhyNot,
  whyNot,
} from '@dispecerat/domain/orders/order-actions'
import { expect, test } from 'vitest'
import { aDriver, aUser, TOWN_SQUARE } from '../../testing/builders.ts'
import { createFixture, type Fixture } from '../testing/order-fixture.ts'

const STATUS = {
  not_allowed: 403,
  not_owner: 403,
  wrong_state: 409,
  trip_started: 409,
  already_queued: 409,
  assigned_first: 409,
  finished_stays: 409,
} as const satisfies Record<WhyNot, number>

const ENDPOINTS = {
  cancel: contract.cancelOrder,
  retry: contract.retryOrder,
  queue: contract.moveToPending,
  notify: contract.notifyDrivers,
  assignNow: assignByHand,
  takeBack: takeBackOrder,
  assign: contract.setDriverAndFinish,
  duplicate: contract.duplicateOrder,
  delete: contract.deleteOrder,
  rate: rateOrder,
} as const satisfies Record<OrderAction, Endpoint>

async function bodyOf(action: OrderAction, { driver, server, companyId }: Fixture): Promise<object | undefined> {
  // A driver who was given an order has no room for the next one.
  if (action === 'assignNow') return { driver_id: (await aDriver(server, { companyId, at: TOWN_SQUARE })).driverId }
  if (action === 'notify') return { driver_ids: [driver.driverId] }
  if (action === 'takeBack') return { reason: 'Pană' }
  if (action === 'assign') return { driverId: driver.driverId }
  if (action === 'rate') return { stars: 5 }
  return action === 'delete' ? undefined : {}
}

/** A fresh order of the dispatcher in that state. */
async function anOrderIn(fixture: Fixture, state: OrderState): Promise<number> {
  const { id } = await fixture.place(state === 'new' ? { draft: true } : {})
  // A driver has one order at a time.
  const driver = state === 'assigned' ? await aDriver(fixture.server, { companyId: fixture.companyId }) : fixture.driver
  const { driverId, carId } = driver
  const now = fixture.server.clock.now()
  const driven = { driver_id: driverId, car_id: carId, assigned_at: now }
  const columns = {
    new: {},
    created: {},
    pending: { start_at: new Date(now.getTime() + 3_600_000) },
    canceled: { canceled_at: now, cancellation_reason_type: 'dispatcher_canceled' as const },
    assigned: { ...driven, trip_state: 'waiting_driver' as const },
    finished: { ...driven, trip_finished_at: now },
  }[state]
  const { db } = fixture.server
  await db
    .updateTable('orders')
    .set({ state, ...columns })
    .where('id', '=', asId<OrderId>(id))
    .execute()
  return id
}

test.each(ORDER_STATES.map((state) => [state]))(
  "%s: the server's replies match the table for every action and role",
  async (state) => {
    await using fixture = await createFixture()
    const protocol = await aUser(fixture.server, { roles: ['company'], companyIds: [fixture.companyId] })
    const people: [string, string, Actor][] = [
      ['owner', fixture.dispatcher, { userId: fixture.dispatcherId, roles: ['dispatcher'] }],
      ['colleague', fixture.colleague, { userId: asId<UserId>(-1), roles: ['dispatcher'] }],
      ['manager', fixture.manager, { userId: asId<UserId>(-2), roles: ['company_admin'] }],
      ['admin', fixture.admin, { userId: asId<UserId>(-3), roles: ['admin'] }],
      ['protocol company', await fixture.server.logIn(protocol.email), { userId: protocol.userId, roles: ['company'] }],
    ]
    const life: OrderLife = { state, tripState: null, inPendingQueue: false, dispatcherId: fixture.dispatcherId }
    const expected: Record<string, string> = {}
    const answered: Record<string, string> = {}
    for (const action of ORDER_ACTIONS) {
      for (const [who, token, actor] of people) {
        // A protocol company finds no order of others at all; a missing permission is refused before.
        if (who === 'protocol company' && whyNot(life, action, actor) !== 'not_allowed') continue
        const id = await anOrderIn(fixture, state)
        const input = { params: { id }, body: await bodyOf(action, fixture) }
        const { status } = await fixture.server.request<Endpoint>(ENDPOINTS[action], input, token)
        const why = whyNot(life, action, actor)
        expected[`${action} by ${who}`] = why === null ? 'done' : String(STATUS[why])
        answered[`${action} by ${who}`] = status < 300 ? 'done' : String(status)
      }
    }
    expect(answered).toEqual(expected)
    expect(Object.keys(answered).length).toBeGreaterThan(30)
  },
)
