import type { OrderView } from '@dispecerat/contract/orders/order-shapes'
import { permissionsOf } from '@dispecerat/domain/identity/permissions'
import { expect, test } from 'vitest'
import { fareLock } from './fare-lock.ts'

const ON_INVOICE = 'Comanda este pe o factură; tariful se schimbă după stornarea ei.'
const DRIVER_PAID = 'Șoferul a fost plătit pentru comandă; tariful se schimbă după anularea plății.'
const OF_PARTNER = 'Cursa a fost făcută de un șofer al altei companii; tariful ei nu se mai schimbă de aici.'
const NOT_ALLOWED = 'Tariful îl poate schimba numai administratorul companiei.'

const OPEN = { driver_payment: 45, is_paid: false, is_invoiced: false, fare_left: 50 }
const FINISHED = { state: 'finished', created_by_company_id: 1, processed_by_company_id: 1 } as const
const DISPATCHER = {
  roles: ['dispatcher' as const],
  permissions: permissionsOf(['dispatcher']),
  companies: [{ id: 1, name: 'Taxi' }],
} as unknown as Parameters<typeof fareLock>[2]

test.each<[string, Partial<OrderView['finance_info']>, string, string | null]>([
  ['an open fare', {}, 'cost', null],
  ['the cost of an invoiced order', { is_invoiced: true }, 'cost', ON_INVOICE],
  ['the discount of an order whose driver was paid', { is_paid: true }, 'discount_amount', DRIVER_PAID],
  ['the payment of an order invoiced and paid', { is_invoiced: true, is_paid: true }, 'payment_type', ON_INVOICE],
  ['the notes of an order invoiced and paid', { is_invoiced: true, is_paid: true }, 'about_client', null],
])('%s: locked or not, with the reason', (_, over, field, reason) => {
  const finance_info = { driver_payment: 45, is_paid: false, is_invoiced: false, fare_left: 50, ...over }
  expect(fareLock({ ...FINISHED, finance_info }, field, DISPATCHER)).toBe(reason)
})

test.each(['company_admin', 'dispatcher'] as const)(
  'the fare of an order driven by a partner is locked: %s',
  (role) => {
    const user = { ...DISPATCHER, roles: [role], permissions: permissionsOf([role]) }
    const order = { ...FINISHED, processed_by_company_id: 2, finance_info: OPEN }
    expect(fareLock(order, 'cost', user)).toBe(OF_PARTNER)
    expect(fareLock(order, 'about_client', user)).toBe(null)
    expect(fareLock({ ...order, state: 'assigned' }, 'cost', user)).toBe(null)
  },
)

test('a dispatcher without a limit left may not change a fare, an administrator may', () => {
  const order = { ...FINISHED, finance_info: { ...OPEN, fare_left: 0 } }
  expect(fareLock(order, 'cost', DISPATCHER)).toBe(NOT_ALLOWED)
  const manager = { ...DISPATCHER, roles: ['company_admin' as const], permissions: permissionsOf(['company_admin']) }
  expect(fareLock(order, 'cost', manager)).toBe(null)
})
