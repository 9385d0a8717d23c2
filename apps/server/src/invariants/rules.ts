import { type RawBuilder, sql } from 'kysely'

interface Rule {
  rule: string
  /** Selects the `id` of whatever breaks it. */
  broken: (now: Date) => RawBuilder<unknown>
}

/** The standing invariants; the ledger joins them when there is one. */
export const RULES: readonly Rule[] = [
  {
    rule: 'whoever belongs to a company works for it (user ids)',
    broken: () => sql`
      select user_id as id from user_companies c
      where not exists (select from user_roles r where r.user_id = c.user_id and r.role <> 'client')`,
  },
  {
    rule: 'the client of an order is a client of its company (order ids)',
    broken: () => sql`
      select orders.id from orders
      where client_id is not null and not exists (
        select from company_clients c where c.company_id = orders.created_by_company_id and c.user_id = orders.client_id)`,
  },
  {
    rule: 'a driver has one active order at most (driver ids)',
    broken: () => sql`
      select driver_id as id from orders where state = 'assigned' group by driver_id having count(*) > 1`,
  },
  {
    rule: 'a walk was accepted by one driver at most (walk ids)',
    broken: () => sql`
      select r.walk_id as id from search_offers o join search_rounds r on r.id = o.round_id
      where o.fate in ('accepted', 'accepted_then_returned') group by r.walk_id having count(*) > 1`,
  },
  {
    rule: 'an assigned order is with the driver who accepted it (order ids)',
    broken: () => sql`
      select orders.id from orders join lateral (
        select o.driver_id from search_offers o join search_rounds r on r.id = o.round_id
        join search_walks w on w.id = r.walk_id
        where o.order_id = orders.id and o.fate = 'accepted' order by w.walk_no desc limit 1
      ) as accepted on true
      where orders.state = 'assigned' and not orders.manually_assigned and accepted.driver_id <> orders.driver_id`,
  },
  {
    rule: 'a placed order is searched for, driven or pending, and only one of them (order ids)',
    broken: () => sql`
      select orders.id from orders
      left join search_walks w on w.order_id = orders.id and w.status = 'running'
      where orders.deleted_at is null and case orders.state
        when 'created' then w.id is null or orders.driver_id is not null
        when 'assigned' then w.id is not null or orders.driver_id is null or orders.in_pending_queue
        when 'pending' then w.id is not null or orders.driver_id is not null
        else w.id is not null end`,
  },
  {
    rule: 'a deleted order is searched for no longer (order ids)',
    broken: () => sql`
      select orders.id from orders join search_walks w on w.order_id = orders.id and w.status = 'running'
      where orders.deleted_at is not null`,
  },
  {
    rule: 'a driver is busy exactly while he has an order (driver ids)',
    broken: () => sql`
      select driver_id as id from driver_status d
      where d.is_busy <> exists (select from orders where orders.driver_id = d.driver_id and orders.state = 'assigned')`,
  },
  {
    rule: 'the rounds of a walk are numbered 1, 2, 3 … (walk ids)',
    broken: () => sql`
      select walk_id as id from search_rounds group by walk_id having min(no) <> 1 or max(no) <> count(*)`,
  },
  {
    rule: 'the walks of an order are numbered 1, 2, 3 … (order ids)',
    broken: () => sql`
      select order_id as id from search_walks group by order_id having min(walk_no) <> 1 or max(walk_no) <> count(*)`,
  },
  {
    rule: 'no banned driver, and no busy one whom the step leaves out, holds an open offer (offer ids)',
    broken: (now) => sql`
      select o.id from search_offers o
      join search_rounds r on r.id = o.round_id
      join users u on u.id = o.driver_id
      join driver_status d on d.driver_id = o.driver_id
      where o.fate = 'open'
        and (u.ban_until >= ${now} or (d.is_busy and not coalesce((r.step ->> 'showForBusyDrivers')::boolean, false)))`,
  },
  {
    rule: 'an open offer belongs to an open round of a running walk (offer ids)',
    broken: () => sql`
      select o.id from search_offers o join search_rounds r on r.id = o.round_id join search_walks w on w.id = r.walk_id
      where o.fate = 'open' and (r.outcome is not null or w.status <> 'running')`,
  },
  {
    rule: 'an ended walk leaves no round open (round ids)',
    broken: () => sql`
      select r.id from search_rounds r join search_walks w on w.id = r.walk_id
      where r.outcome is null and w.status <> 'running'`,
  },
  {
    rule: 'a display number is given once per company and Bucharest day (order ids)',
    broken: () => sql`
      select unnest(array_agg(id)) as id from orders where order_no is not null and placed_at is not null
      group by created_by_company_id, (placed_at at time zone 'Europe/Bucharest')::date, order_no having count(*) > 1`,
  },
  {
    rule: 'a placed order has addresses, numbered from the pickup (order ids)',
    broken: () => sql`
      select orders.id from orders left join order_places p on p.order_id = orders.id
      group by orders.id
      having (orders.state <> 'new' and count(p.id) = 0)
        or (count(p.id) > 0 and (min(p.position) <> 0 or max(p.position) <> count(p.id) - 1))`,
  },
]
