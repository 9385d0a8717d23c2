import type { LedgerAccount, LedgerKind, LedgerRowType, MoneyMethod } from '@dispecerat/domain/billing/ledger'
import type { CompanyId, DriverId, OrderId, UserId } from '@dispecerat/domain/kernel/ids'
import type { Generated } from 'kysely'
import type { JsonColumn, JsonColumnWithDefault } from '../../json-column.ts'

/** Append-only; a driver's balance in driver_status changes with the entries. */
export interface LedgerTables {
  ledger_transactions: {
    id: Generated<number>
    company_id: CompanyId
    kind: LedgerKind
    order_id: OrderId | null
    sequel: number | null
    method: MoneyMethod | null
    note: string | null
    paid_bani: number | null
    bonus_hundredths: number | null
    reverses_id: number | null
    invoice_id: number | null
    created_by: UserId | null
    created_at: Date
  }
  ledger_entries: {
    id: Generated<number>
    transaction_id: number
    company_id: CompanyId
    account: LedgerAccount
    driver_id: DriverId | null
    type: LedgerRowType | null
    amount_bani: number
    balance_after_bani: number | null
    created_at: Date
  }
  payment_runs: {
    id: Generated<number>
    company_ids: CompanyId[]
    started_by: UserId | null
    started_at: Date
    is_paid: boolean
    order_ids: OrderId[]
    done_count: Generated<number>
    changed_count: Generated<number>
    state: Generated<'running' | 'done' | 'stopped' | 'refused'>
    refusal: JsonColumn | null
    advanced_at: Date
    stopped_by: UserId | null
    ended_at: Date | null
  }
  finance_settings: {
    company_id: CompanyId
    commission_type: Generated<'percent' | 'fixed' | 'none'>
    commission_hundredths: Generated<number>
    allow_negative_limit_bani: Generated<number>
    low_balance_warning_bani: number | null
    protocol_payout: Generated<'auto' | 'manual'>
    card_fee_hundredths: Generated<number>
    updated_by: UserId | null
    updated_at: Date
    version: Generated<number>
  }
  finance_checks: {
    company_id: CompanyId
    day: string
    checked_at: Date
    drivers: number
    transactions: number
    wrong_balances: JsonColumnWithDefault
    wrong_transactions: JsonColumnWithDefault
  }
}
