// Apart from rules.ts, which is near 300 lines.

import { type RawBuilder, sql } from 'kysely'

/** Invariants between the totals of reports and the orders, offers and searches that they count. */
export const REPORT_RULES: readonly { rule: string; broken: () => RawBuilder<unknown> }[] = [
  {
    rule: 'the sums of reports say what their orders say (company ids)',
    broken: () => sql`
      select distinct company_id as id from (
        select s.*, 1 as n from order_sums s union all select s.*, 1 from order_sum_changes s
        union all select m.*, -1 from orders o cross join lateral order_sum_marks(o) m
      ) as both_sides
      group by company_id, side, day, person_id, reason, ended_by
      having sum(n * orders) <> 0 or sum(n * finished) <> 0 or sum(n * manual) <> 0 or sum(n * waits) <> 0
        or sum(n * wait_seconds) <> 0 or sum(n * cost_bani) <> 0 or sum(n * cash_bani) <> 0 or sum(n * discount_bani) <> 0
        or sum(n * payment_bani) <> 0 or sum(n * busy_seconds) <> 0`,
  },
  {
    rule: 'the sums of reports say what their offers say (driver ids)',
    broken: () => sql`
      select distinct driver_id as id from (
        select s.*, 1 as n from offer_sums s union all select s.*, 1 from offer_sum_changes s
        union all select m.*, -1 from search_offers o cross join lateral offer_sum_marks(o) m
      ) as both_sides
      group by driver_id, day
      having sum(n * offers) <> 0 or sum(n * accepted) <> 0 or sum(n * returned) <> 0 or sum(n * refused) <> 0
        or sum(n * unanswered) <> 0 or sum(n * unseen) <> 0 or sum(n * undelivered) <> 0 or sum(n * lost) <> 0
        or sum(n * withdrawn) <> 0 or sum(n * metres) <> 0`,
  },
  {
    rule: 'the sums of reports know how each search ended (walk ids)',
    broken: () => sql`
      select w.id from search_walks w full join search_facts f on f.walk_id = w.id
      where (w.status in ('running', 'queued')) = (f.walk_id is not null) or f.outcome <> w.status`,
  },
]
