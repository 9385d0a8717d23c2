import { type RawBuilder, sql } from 'kysely'

/** Invariants of money that hold at any instant. */
export const MONEY_RULES: readonly { rule: string; broken: () => RawBuilder<unknown> }[] = [
  {
    rule: 'the balance of a driver is the sum of his entries (driver ids)',
    broken: () => sql`
      select s.driver_id as id from driver_status s
      left join (
        select driver_id, sum(amount_bani) as bani from ledger_entries where account = 'driver' group by driver_id
      ) as entries on entries.driver_id = s.driver_id
      where s.balance_bani <> coalesce(entries.bani, 0)`,
  },
  {
    rule: 'each transaction of money has entries that add up to zero (transaction ids)',
    broken: () => sql`
      select t.id from ledger_transactions t left join ledger_entries e on e.transaction_id = t.id
      group by t.id having coalesce(sum(e.amount_bani), 1) <> 0`,
  },
  {
    rule: 'what a driver gets for an order stands in the ledger, and went to his balance exactly when it is paid (order ids)',
    broken: () => sql`
      select o.id from orders o
      left join lateral (
        select sum(e.amount_bani) filter (where e.account = 'driver_payments') as waiting,
          sum(e.amount_bani) filter (where e.account = 'driver' and e.driver_id = o.driver_id) as got
        from ledger_transactions t join ledger_entries e on e.transaction_id = t.id where t.order_id = o.id
      ) as money on true
      where o.driver_payment_bani > 0 and (
        coalesce(money.waiting, 0) <> case when o.is_paid then 0 else o.driver_payment_bani end
        or coalesce(money.got, 0) <> case when o.is_paid then o.driver_payment_bani else 0 end)`,
  },
  {
    rule: 'a discount is never more than the cost, and what is left to pay is the rest (order ids)',
    broken: () => sql`
      select id from orders where state = 'finished' and discount_amount_bani is not null and fare_doubt is null
        and (discount_amount_bani > cost_bani or discounted_cost_bani is distinct from cost_bani - discount_amount_bani)`,
  },
  {
    rule: 'what a driver gets back of a discount stands in the ledger and is no more than the discount (order ids)',
    broken: () => sql`
      select o.id from orders o
      left join lateral (
        select -sum(e.amount_bani) as given from ledger_transactions t
        join ledger_entries e on e.transaction_id = t.id and e.account = 'discounts'
        where t.order_id = o.id
      ) as money on true
      where o.discount_compensated_bani is not null and (
        o.discount_compensated_bani <> coalesce(money.given, 0)
        or o.discount_compensated_bani > coalesce(o.discount_amount_bani, 0))`,
  },
  {
    rule: 'a doubted fare moves no money: nothing of it stands in the ledger or on an invoice (order ids)',
    broken: () => sql`
      select o.id from orders o where o.fare_doubt is not null and (
        o.state <> 'finished' or o.driver_payment_bani > 0 or o.is_paid or o.invoice_id is not null or exists (
          select from ledger_transactions t where t.order_id = o.id))`,
  },
  {
    rule: 'the numbers of a series of invoices follow one another without a hole (company ids)',
    broken: () => sql`
      select s.company_id as id from invoice_series s
      left join invoices i on i.company_id = s.company_id and i.series = s.series
      group by s.company_id, s.series, s.next_number
      having count(i.id) <> s.next_number - 1 or coalesce(max(i.number), 0) <> s.next_number - 1`,
  },
  {
    rule: 'an invoice adds up to what its orders were charged, and stands exactly until it is corrected (invoice ids)',
    broken: () => sql`
      select i.id from invoices i left join invoice_orders o on o.invoice_id = i.id
      where i.kind = 'invoice' and exists (select from invoice_orders any_of where any_of.invoice_id = i.id)
      group by i.id having sum(o.charged_bani) <> i.payable_bani
        or bool_or(o.is_standing) = exists (select from invoices c where c.corrects_id = i.id and not c.is_partial)
        or count(*) filter (where o.is_standing) <> (select count(*) from orders where invoice_id = i.id)`,
  },
  {
    rule: 'an invoice carries what was paid for it and taken off it, never more than it is (invoice ids)',
    broken: () => sql`
      select i.id from invoices i where i.kind = 'invoice' and (
        i.paid_bani <> (select coalesce(sum(p.amount_bani), 0) from invoice_payments p where p.invoice_id = i.id)
        or i.credited_bani <> (select coalesce(sum(c.payable_bani), 0) from invoices c where c.corrects_id = i.id)
        or i.paid_bani > i.payable_bani or i.credited_bani > i.payable_bani)`,
  },
  {
    rule: 'what was paid for an invoice, or taken off in part, stands in the ledger on the account of who owes it (invoice ids)',
    broken: () => sql`
      select i.id from invoices i
      left join lateral (
        select sum(e.amount_bani) as bani from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
        where t.invoice_id = i.id and e.account = 'protocol_receivable'
      ) as money on true
      where coalesce(money.bani, 0) <> case
        when i.kind = 'invoice' then i.paid_bani
        when i.is_partial and not exists (select from invoices c where c.corrects_id = i.corrects_id and not c.is_partial)
          then i.payable_bani
        else 0 end`,
  },
  {
    rule: 'orders of an invoice are paid by their account exactly when nothing of it is owed (invoice ids)',
    broken: () => sql`
      select i.id from invoices i where i.kind = 'invoice' and exists (
        select from orders o where o.invoice_id = i.id
          and o.is_paid_by_account <> (i.paid_bani + i.credited_bani >= i.payable_bani))`,
  },
  {
    rule: 'an order that has a discount keeps the terms it was promised (order ids)',
    broken: () => sql`
      select o.id from orders o where o.discount_condition_id is not null and not exists (
        select from order_discounts d where d.order_id = o.id and d.discount_id = o.discount_condition_id)`,
  },
]
