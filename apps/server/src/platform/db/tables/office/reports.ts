import type { CompanyId, DriverId, WalkId } from '@dispecerat/domain/kernel/ids'

/** Totals of a driver's offers; a column for each fate. */
interface OfferTotals {
  driver_id: DriverId
  /** 'YYYY-MM-DD' in Bucharest. */
  day: string
  offers: number
  accepted: number
  returned: number
  refused: number
  unanswered: number
  unseen: number
  undelivered: number
  lost: number
  withdrawn: number
  metres: number
}

/** Totals of a company's orders, by the person and the reason that count on this side. */
interface OrderTotals {
  company_id: CompanyId
  side: 'taken' | 'driven' | 'account'
  /** 'YYYY-MM-DD' in Bucharest. */
  day: string
  person_id: number
  reason: string
  ended_by: string
  orders: number
  finished: number
  manual: number
  waits: number
  wait_seconds: number
  cost_bani: number
  cash_bani: number
  discount_bani: number
  payment_bani: number
  busy_seconds: number
}

/** Written by triggers: totals, and changes that are not yet added to them. */
export interface ReportTables {
  offer_sums: OfferTotals
  offer_sum_changes: OfferTotals
  order_sums: OrderTotals
  order_sum_changes: OrderTotals
  /** One row per search that has ended. */
  search_facts: {
    walk_id: WalkId
    company_id: CompanyId
    /** 'YYYY-MM-DD' in Bucharest. */
    day: string
    hour: number
    interval_id: number | null
    outcome: string
    is_retry: boolean
    seconds: number
    rounds: number
    offers: number
    refusals: number
    metres: number | null
  }
}
