import type { VatState } from '@dispecerat/domain/billing/invoice'
import type { MoneyMethod } from '@dispecerat/domain/billing/ledger'
import type { CompanyId, OrderId, UserId } from '@dispecerat/domain/kernel/ids'
import type { Generated } from 'kysely'
import type { JsonColumn } from '../../json-column.ts'

export interface ProtocolTables {
  billing_profiles: {
    company_id: CompanyId
    legal_name: string
    cui: string
    vat_state: VatState
    vat_hundredths: Generated<number>
    exemption_reason: string | null
    reg_com: string | null
    street: string
    city: string
    county: string
    email: string | null
    iban: string | null
    bank: string | null
    series: string
    credit_series: string
    updated_by: UserId | null
    updated_at: Date
    version: Generated<number>
  }
  invoice_series: {
    company_id: CompanyId
    series: string
    next_number: Generated<number>
  }
  invoices: {
    id: Generated<number>
    company_id: CompanyId
    protocol_user_id: UserId
    kind: 'invoice' | 'credit_note'
    series: string
    number: number
    month: string
    issued_on: string
    due_on: string
    corrects_id: number | null
    document: JsonColumn
    payable_bani: number
    paid_on: string | null
    is_partial: Generated<boolean>
    paid_bani: Generated<number>
    credited_bani: Generated<number>
    issued_by: UserId | null
    created_at: Date
  }
  invoice_payments: {
    id: Generated<number>
    invoice_id: number
    amount_bani: number
    paid_on: string
    method: MoneyMethod
    reference: string | null
    note: string | null
    reverses_id: number | null
    transaction_id: number
    created_by: UserId | null
    created_at: Date
  }
  invoice_drafts: {
    protocol_user_id: UserId
    month: string
    company_id: CompanyId
    orders: number
    charged_bani: number
    made_at: Date
  }
  invoice_orders: {
    invoice_id: number
    order_id: OrderId
    charged_bani: number
    is_standing: Generated<boolean>
  }
}
