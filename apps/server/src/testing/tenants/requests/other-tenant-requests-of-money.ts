import type { Rows } from '../other-tenant-company.ts'
import { nothing, type OtherTenantRequest, row } from './other-tenant-request.ts'

const PERIOD = { date_from: '2026-02-20 00:00:00', date_to: '2026-03-10 00:00:00' }

export function moneyRequests(theirs: Rows): Record<string, OtherTenantRequest> {
  const { companyId, driverId, orderId, ledgerTransactionId, paymentRunId } = theirs
  const company = { query: { company_id: companyId } }
  const asAdmin = 'company_admin' as const
  const paid = { driver_id: driverId, method: 'cash' as const }
  return {
    'GET /api/finances/summary': row(company, asAdmin),
    'GET /api/finances/settings': row(company, asAdmin),
    'PATCH /api/finances/settings': row({ body: { company_id: companyId, commission_value: 5 } }, asAdmin),
    'POST /api/finances/checks': row({ body: { company_id: companyId } }, asAdmin),
    'GET /api/finances/sold': nothing(company, asAdmin),
    'POST /api/finances/sold/export': nothing({ body: { company_id: companyId } }, asAdmin),
    'POST /api/finances/transfer': row({ body: { ...paid, amount: 5, direction: 'in' } }, asAdmin),
    'POST /api/finances/transfer-between': row(
      { body: { from_driver_id: driverId, to_driver_id: theirs.simulatedDriverId, amount: 5 } },
      asAdmin,
    ),
    'POST /api/finances/transfer-discount': row({ body: { ...paid, paid_amount: 5, bonus_percent: 10 } }, asAdmin),
    'GET /api/finances/history': nothing(company, asAdmin),
    'GET /api/finances/history/export': nothing({ query: { driver_id: driverId } }, asAdmin),
    'POST /api/finances/transactions/:id/reverse': row({ params: { id: ledgerTransactionId }, body: {} }, asAdmin),
    'GET /api/finances/reports': row({ query: { ...PERIOD, company_id: companyId } }, asAdmin),
    'GET /api/finances/reports/export': nothing({ query: PERIOD }, asAdmin),
    'GET /api/finances/orders': nothing(company, asAdmin),
    'GET /api/finances/orders/export': nothing(company, asAdmin),
    'PATCH /api/finances/orders/:id/pay': row({ params: { id: orderId }, body: { is_paid: true } }, asAdmin),
    'POST /api/finances/orders/pay': row({ body: { order_ids: [orderId] } }, asAdmin),
    'GET /api/finances/payment-runs': nothing({}, asAdmin),
    'POST /api/finances/payment-runs/:id/stop': row({ params: { id: paymentRunId } }, asAdmin),
    'GET /api/finances/statements/:id': row({ params: { id: driverId }, query: PERIOD }, asAdmin),
  }
}
