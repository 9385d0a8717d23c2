import type { OrderView } from '@dispecerat/contract/orders/order-shapes'
import type { Role } from '@dispecerat/domain/identity/permissions'
import { expect, test } from 'vitest'
import { whyNotNow } from './why-not-action.ts'

const NOW = new Date('2026-03-08T18:00:00Z')
const me = (...roles: Role[]) => ({ userId: 7, roles })

function order(over: Partial<OrderView>): OrderView {
  const base = { state: 'created', trip_state: null, in_pending_queue: false, dispatcher_id: 7, driver_id: 1 }
  return { ...base, rating: null, trip_finished_at: null, ...over } as OrderView
}

test.each<[string, Partial<OrderView>, Parameters<typeof whyNotNow>[1], string | null]>([
  ['cancel while searching', {}, 'cancel', null],
  ['retry while searching', {}, 'retry', 'Nu se poate în starea „Creat”'],
  [
    'cancel while pending',
    { state: 'pending' },
    'cancel',
    'O comandă în așteptare se retrimite și apoi se anulează, sau se șterge',
  ],
  ['queue what is queued', { state: 'pending', in_pending_queue: true }, 'queue', 'Comanda este deja în așteptare'],
  [
    'retry of a colleague’s',
    { state: 'canceled', dispatcher_id: 8 },
    'retry',
    'Doar dispecerul comenzii poate face asta',
  ],
  ['delete on the way', { state: 'assigned', trip_state: 'started' }, 'delete', 'Anulați întâi comanda alocată'],
  ['retry on the way', { state: 'assigned', trip_state: 'started' }, 'retry', 'Nu se poate în starea „În curs”'],
  ['take back on the way', { state: 'assigned', trip_state: 'waiting_client' }, 'takeBack', null],
  [
    'take back with the client in the car',
    { state: 'assigned', trip_state: 'started' },
    'takeBack',
    'Clientul este deja în mașină',
  ],
  ['assign now while searching', {}, 'assignNow', null],
  ['assign now what was canceled', { state: 'canceled' }, 'assignNow', 'Nu se poate în starea „Anulat”'],
  ['rate a week later', { state: 'finished', trip_finished_at: '2026-03-01 18:00:00' }, 'rate', null],
  [
    'rate too late',
    { state: 'finished', trip_finished_at: '2026-03-01 17:59:59' },
    'rate',
    'Comanda se poate evalua cel mult 7 zile de la încheiere',
  ],
])('%s', (_, over, action, why) => {
  expect(whyNotNow(order(over), action, me('dispatcher'), NOW)).toBe(why)
})

test('an order is rated once, and only when it had a driver', () => {
  const rating = { stars: 5, tags: [], comment: null, source: 'dispatcher' as const, created_at: '2026-03-08 17:00:00' }
  const finished = { state: 'finished' as const, trip_finished_at: '2026-03-08 16:00:00' }
  expect(whyNotNow(order({ ...finished, rating }), 'rate', me('dispatcher'), NOW)).toBe('Comanda a fost deja evaluată')
  expect(whyNotNow(order({ ...finished, driver_id: null }), 'rate', me('dispatcher'), NOW)).toBe('Comanda nu are șofer')
  expect(whyNotNow(order({}), 'retry', me('company'), NOW)).toBe('Nu aveți acest drept')
})
