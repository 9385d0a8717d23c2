import type { Rows } from '../other-tenant-company.ts'
import { nothing, type OtherTenantRequest, row } from './other-tenant-request.ts'

const PROFILE = {
  legal_name: 'x',
  cui: '18547290',
  vat_state: 'registered',
  vat_percent: 21,
  exemption_reason: null,
  reg_com: null,
  street: 'x',
  city: 'x',
  county: 'BV',
  email: null,
  iban: null,
  bank: null,
  series: 'A',
  credit_series: 'B',
}

/** Discounts, contracts of protocol accounts, statements and invoices. */
export function protocolRequests({
  companyId,
  discountId,
  orderId,
  accountId,
  invoiceId,
  invoicePaymentId,
  authorisationState,
}: Rows): Record<string, OtherTenantRequest> {
  const asAdmin = 'company_admin' as const
  const company = { params: { id: companyId } }
  const account = { params: { id: accountId } }
  const invoice = { params: { id: invoiceId } }
  const discount = { params: { id: discountId } }
  const terms = { name: 'x', type: 'percent', value: 5, trigger: 'manual' } as const
  return {
    'GET /api/discounts': nothing({ query: { company_id: companyId } }),
    'POST /api/discounts/export': nothing({ body: { company_id: companyId } }),
    'POST /api/discounts': row({ body: { ...terms, company_id: companyId } }, asAdmin),
    'GET /api/discounts/preview': row({ query: { order_id: orderId } }),
    'POST /api/discounts/preview': row({ body: { company_id: companyId } }),
    'GET /api/discounts/:id': row(discount),
    'PATCH /api/discounts/:id': row({ ...discount, body: { name: 'x' } }, asAdmin),
    'DELETE /api/discounts/:id': row(discount, asAdmin),
    'POST /api/discounts/:id/restore': row(discount, asAdmin),
    'GET /api/protocol/contracts': nothing({ query: { company_id: companyId } }, asAdmin),
    'POST /api/protocol/contracts/export': nothing({ body: { company_id: companyId } }, asAdmin),
    'GET /api/protocol/contracts/:id': row(account, asAdmin),
    'PATCH /api/protocol/contracts/:id': row({ ...account, body: { contract_no: 'x' } }, asAdmin),
    'GET /api/protocol/billing-profile': row({ query: { company_id: companyId } }, asAdmin),
    'PATCH /api/protocol/billing-profile': row({ body: { ...PROFILE, company_id: companyId } }, asAdmin),
    'GET /api/companies/:id/efactura-authorisation': row(company, asAdmin),
    'POST /api/companies/:id/efactura-authorisation': row(company, asAdmin),
    'DELETE /api/companies/:id/efactura-authorisation': row(company, asAdmin),
    'POST /api/efactura-authorisations': row({ body: { state: authorisationState, code: 'x' } }, asAdmin),
    'GET /api/protocol/contracts/:id/statement': row({ ...account, query: { month: '2026-02' } }, asAdmin),
    'GET /api/protocol/contracts/:id/statement/file': row({ ...account, query: { month: '2026-02' } }, asAdmin),
    'POST /api/protocol/contracts/:id/invoice': row({ ...account, body: { month: '2026-01' } }, asAdmin),
    'GET /api/protocol/invoices': nothing({ query: { company_id: companyId } }, asAdmin),
    'POST /api/protocol/invoices/export': nothing({ body: { company_id: companyId } }, asAdmin),
    'GET /api/protocol/invoices/:id/pdf': row(invoice, asAdmin),
    'GET /api/protocol/invoices/:id/xml': row(invoice, asAdmin),
    'POST /api/protocol/invoices/:id/efactura': row(invoice, asAdmin),
    'POST /api/protocol/invoices/:id/credit-note': row({ ...invoice, body: {} }, asAdmin),
    'GET /api/protocol/invoices/:id': row(invoice, asAdmin),
    'GET /api/protocol/invoice-drafts': nothing({ query: { company_id: companyId } }, asAdmin),
    'POST /api/protocol/invoices/:id/payments': row({ ...invoice, body: { amount: 0.5, method: 'bank' } }, asAdmin),
    'POST /api/protocol/invoices/:id/payments/:paymentId/reversal': row(
      { params: { id: invoiceId, paymentId: invoicePaymentId }, body: {} },
      asAdmin,
    ),
  }
}
