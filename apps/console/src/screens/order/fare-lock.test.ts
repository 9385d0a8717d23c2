import type { OrderView } from '@dispecerat/contract/order-shapes'
import { expect, test } from 'vitest'
import { fareLock } from './fare-lock.ts'

const ON_INVOICE = 'Comanda este pe o factură; tariful se schimbă după stornarea ei.'
const DRIVER_PAID = 'Șoferul a fost plătit pentru comandă; tariful se schimbă după anularea plății.'

test.each<[string, Partial<OrderView['finance_info']>, string, string | null]>([
  ['an open fare', {}, 'cost', null],
  ['the cost of an invoiced order', { is_invoiced: true }, 'cost', ON_INVOICE],
  ['the discount of an order whose driver was paid', { is_paid: true }, 'discount_amount', DRIVER_PAID],
  ['the payment of an order invoiced and paid', { is_invoiced: true, is_paid: true }, 'payment_type', ON_INVOICE],
  ['the notes of an order invoiced and paid', { is_invoiced: true, is_paid: true }, 'about_client', null],
])('%s: locked or not, with the reason', (_, over, field, reason) => {
  expect(fareLock({ driver_payment: 45, is_paid: false, is_invoiced: false, ...over }, field)).toBe(reason)
})
