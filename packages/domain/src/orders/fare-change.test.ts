import { expect, test } from 'vitest'
import { asId, type UserId } from '../kernel/ids.ts'
import { type FareEditor, type FareFacts, fareNeedsReason, movedByFare, whyNotFare } from './fare-change.ts'
import type { OrderState } from './order.ts'

const dispatcher: FareEditor = { roles: ['dispatcher'] }
const manager: FareEditor = { roles: ['company_admin'] }
const narrowed: FareEditor = { roles: ['company_admin'], revoked: ['company_admin orders.fare'] }

test.each<[string, OrderState, boolean, string, FareEditor, number, string | null]>([
  ['a dispatcher below the limit', 'finished', false, 'cost', dispatcher, 1, null],
  ['a dispatcher without a limit left', 'finished', false, 'cost', dispatcher, 0, 'not_allowed'],
  ['a cost written before the end counts too', 'assigned', false, 'cost', dispatcher, 0, 'not_allowed'],
  ['the payer before the end', 'assigned', false, 'payment_type', dispatcher, 0, null],
  ['the payer after the end', 'finished', false, 'payment_type', dispatcher, 0, 'not_allowed'],
  ['other fields', 'finished', true, 'about_client', dispatcher, 0, null],
  ['an administrator', 'finished', false, 'cost', manager, 0, null],
  ['an administrator whose company revoked it', 'finished', false, 'cost', narrowed, 0, 'not_allowed'],
  ['an order of a partner’s driver', 'finished', true, 'cost', manager, 100, 'of_partner'],
  [
    'the console’s list of permissions',
    'finished',
    false,
    'cost',
    { roles: [], permissions: ['orders.fare'] },
    0,
    null,
  ],
])('%s', (_, state, isOfPartner, field, who, left, expected) => {
  expect(whyNotFare({ state, isOfPartner }, field, who, left)).toBe(expected)
})

const cash: FareFacts = { costBani: 30_00, discountAmountBani: null, paymentType: 'cash', protocolUserId: null }

test.each<[string, OrderState, number | null, Partial<FareFacts>, Partial<FareFacts>, number]>([
  ['nothing', 'finished', null, {}, {}, 0],
  ['a higher cost', 'finished', null, {}, { costBani: 45_00 }, 15_00],
  ['a lower cost', 'finished', null, {}, { costBani: null }, 30_00],
  ['a cost and a discount', 'finished', null, {}, { costBani: 40_00, discountAmountBani: 5_00 }, 15_00],
  ['another payer moves the whole cost', 'finished', null, {}, { paymentType: 'card' }, 30_00],
  [
    'another account',
    'finished',
    null,
    { paymentType: 'protocol', protocolUserId: asId<UserId>(1) },
    { protocolUserId: asId<UserId>(2) },
    30_00,
  ],
  ['the payer of a trip under way', 'assigned', null, {}, { paymentType: 'card' }, 0],
  ['a first cost near the estimate', 'assigned', 28_00, { costBani: null }, { costBani: 30_00 }, 2_00],
  ['a first cost without an estimate', 'assigned', null, { costBani: null }, { costBani: 30_00 }, 30_00],
])('%s moves this amount', (_, state, estimatedCostBani, from, to, moved) => {
  const before = { ...cash, ...from }
  expect(movedByFare({ state, estimatedCostBani }, before, { ...before, ...to })).toBe(moved)
})

test('only a finished order needs a reason', () => {
  expect([fareNeedsReason('assigned'), fareNeedsReason('finished')]).toEqual([false, true])
})
