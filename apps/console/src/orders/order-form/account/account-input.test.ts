import type { ProtocolAccount } from '@dispecerat/contract/orders/protocol-account'
import { expect, test } from 'vitest'
import { emptyDraft, emptyPlace, type OrderDraft } from '../draft/order-draft.ts'
import { accountProblems, asDriven, toAccountOrder } from './account-input.ts'

const NOW = new Date('2026-03-01T18:00:00Z')
const KITCHEN = { name: 'Pizzerie', lat: 45.65, long: 25.6 }
const ACCOUNT: ProtocolAccount = {
  id: 7,
  name: 'Pizzerie',
  contract_no: null,
  contract_until: null,
  is_active: true,
  credit_limit: null,
  company: { id: 3, name: 'Curieri', package_id: 3, phone: null },
  open_amount: 0,
  month: { orders: 0, finished: 0, cost: 0 },
  pickup: KITCHEN,
  own_pickup: KITCHEN,
  service_id: 3,
}
const draft = (over: Partial<OrderDraft> = {}): OrderDraft => ({
  ...emptyDraft(),
  places: [{ ...emptyPlace('a'), name: 'Gara', point: { lat: 45.66, long: 25.61 } }],
  ...over,
})

test('the pickup of the goods is drawn first, and not sent', () => {
  expect(asDriven(draft(), ACCOUNT).places.map(({ name }) => name)).toEqual(['Pizzerie', 'Gara'])
  expect(toAccountOrder(draft(), ACCOUNT, NOW).places?.map(({ name }) => name)).toEqual(['Gara'])
  expect(asDriven(draft(), { ...ACCOUNT, pickup: null }).places).toHaveLength(1)
})

test('an account sends neither payment nor partners, whatever its draft contains', () => {
  const body = toAccountOrder(draft({ voucher: true, protocolUserId: 5, partner: 'all' }), ACCOUNT, NOW)
  expect(Object.keys(body)).not.toEqual(expect.arrayContaining(['payment_type']))
  expect(body).toMatchObject({ service_id: 3 })
  for (const field of ['payment_type', 'protocol_user_id', 'search_company_ids', 'send_to_other_company']) {
    expect(body).not.toHaveProperty(field)
  }
})

test('the preparation time and the goods are sent', () => {
  const goods = { packageNote: 'două pizza', codAmount: '84,50', weightKg: '' }
  const body = toAccountOrder(draft({ goods, departure: { kind: 'in', minutes: 15 } }), ACCOUNT, NOW)
  expect(body).toMatchObject({ package_note: 'două pizza', cod_amount: 84.5, weight_kg: null, prep_minutes: 15 })
})

test('the phone may be missing, but not invalid', () => {
  expect(accountProblems(draft(), NOW)).toEqual({})
  expect(toAccountOrder(draft(), ACCOUNT, NOW)).toMatchObject({ phone: null, client_phone: null })
  expect(accountProblems(draft({ phone: '07' }), NOW)).toEqual({ phone: 'Număr de telefon invalid' })
})

test('a destination is required', () => {
  expect(Object.values(accountProblems(emptyDraft(), NOW))).toEqual(['Please enter address'])
})
