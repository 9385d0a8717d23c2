import { asId, type OrderId } from '@dispecerat/domain/kernel/ids'
import { seededRandom } from '@dispecerat/simulation/seeded-random'
import { expect, test } from 'vitest'
import { TAXI_COMPANY } from '../demo-accounts.ts'
import { DEMO_SEED, demoRows } from '../seed-demo.ts'

const NOW = new Date('2026-03-18T12:34:56Z')
const HOUR_MS = 3_600_000
const { rows } = demoRows({ now: NOW, random: seededRandom(DEMO_SEED), passwordHash: 'none' })
const calls = rows.calls ?? []
const orders = new Map((rows.orders ?? []).map((order) => [order.id, order]))

const at = (date: Date | null | undefined) => date?.getTime() ?? Number.NaN
const rangIn = calls.filter(({ direction }) => direction === 'in')
const answered = rangIn.filter(({ started_at }) => started_at)

test('every taxi order of the month has an incoming call that was answered when its draft was created', () => {
  const taxi = [...orders.values()].filter(({ created_by_company_id }) => created_by_company_id === TAXI_COMPANY)
  const began = new Set(
    answered
      .filter((call) => at(orders.get(call.order_id ?? asId<OrderId>(0))?.created_at) === at(call.started_at))
      .map((c) => c.order_id),
  )
  expect(taxi.every(({ id }) => began.has(id ?? null))).toBe(true)
})

test('half the calls are answered within 10 seconds, 3 to 9 % are missed, and none of the missed ones is of the last day', () => {
  const lost = rangIn.filter(({ is_missed }) => is_missed)
  expect(lost.length / rangIn.length).toBeGreaterThan(0.03)
  expect(lost.length / rangIn.length).toBeLessThan(0.09)
  expect(Math.max(...lost.map((call) => at(call.rang_at)))).toBeLessThan(NOW.getTime() - 24 * HOUR_MS)
  const waits = answered.map((call) => at(call.started_at) - at(call.rang_at)).sort((a, b) => a - b)
  expect(waits[Math.floor(waits.length / 2)]).toBeLessThan(10_000)
})

test('every call ended before now, its times are in order, and it belongs to the company of its order', () => {
  for (const call of calls) {
    expect(at(call.started_at ?? call.rang_at)).toBeGreaterThanOrEqual(at(call.rang_at))
    expect(at(call.ended_at)).toBeGreaterThanOrEqual(at(call.started_at ?? call.rang_at))
    expect(at(call.ended_at)).toBeLessThan(NOW.getTime())
    const order = orders.get(call.order_id ?? asId<OrderId>(0))
    if (order) expect(order.created_by_company_id).toBe(call.company_id)
  }
})

test('the calls include busy lines, blocked numbers, transferred calls and calls to clients', () => {
  expect(new Set(calls.map(({ reason_type }) => reason_type))).toEqual(
    new Set(['call_ended', 'missed', 'busy', 'blocked', 'not_reached']),
  )
  expect(calls.some(({ transferred_from }) => transferred_from)).toBe(true)
  expect(calls.some(({ reached_at }) => reached_at)).toBe(true)
})
