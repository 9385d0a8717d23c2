import { type RawBuilder, sql } from 'kysely'

interface Rule {
  rule: string
  /** Selects the `id` of whatever breaks it. */
  broken: (now: Date) => RawBuilder<unknown>
}

/** Who went off duty keeps his offer until the walk is looked at next: it may be this late, or due this soon. */
const LATEST_LOOK_SECONDS = 3
const NEXT_LOOK_SECONDS = 10

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
    rule: 'a walk that found a driver has one yes, any other has none (walk ids)',
    broken: () => sql`
      select w.id from search_walks w
      left join search_rounds r on r.walk_id = w.id
      left join search_offers o on o.round_id = r.id and o.fate in ('accepted', 'accepted_then_returned')
      group by w.id having count(o.id) <> (w.status = 'accepted')::int`,
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
        when 'created' then w.id is null or orders.driver_id is not null or orders.in_pending_queue
        when 'assigned' then w.id is not null or orders.driver_id is null or orders.in_pending_queue
        when 'pending' then w.id is not null or orders.driver_id is not null
          or (not orders.in_pending_queue and orders.start_at is null)
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
    rule: 'a driver is on duty exactly while a shift is open (driver ids)',
    broken: () => sql`
      select driver_id as id from driver_status d
      where d.on_shift <> exists (select from driver_shifts s where s.driver_id = d.driver_id and s.stopped_at is null)`,
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
    rule: 'a round is open only as the last one of a running walk (round ids)',
    broken: () => sql`
      select r.id from search_rounds r join search_walks w on w.id = r.walk_id
      where r.outcome is null and (w.status <> 'running'
        or exists (select from search_rounds later where later.walk_id = w.id and later.no > r.no))`,
  },
  {
    rule: 'no offer stays open to a driver off duty once the search has looked again (offer ids)',
    broken: (now) => sql`
      select o.id from search_offers o
      join search_rounds r on r.id = o.round_id
      join search_walks w on w.id = r.walk_id
      left join driver_status d on d.driver_id = o.driver_id
      where o.fate = 'open' and d.on_shift is not true and not coalesce(w.due_at between
        ${before(now, LATEST_LOOK_SECONDS)}::timestamptz and ${before(now, -NEXT_LOOK_SECONDS)}::timestamptz, false)`,
  },
  {
    rule: 'the fate of an offer agrees with what the phone said (offer ids)',
    broken: () => sql`
      select id from search_offers
      where (fate = 'not_delivered' and num_nonnulls(delivered_at, viewed_at) > 0)
        or (fate = 'delivered_not_seen' and (delivered_at is null or viewed_at is not null))
        or (fate = 'seen_no_answer' and viewed_at is null)`,
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
  {
    rule: 'every event has somebody who hears it (event seqs)',
    // Closed sessions are told to the nodes alone.
    broken: () => sql`
      select seq as id from event_log
      where to_companies = '{}' and to_users = '{}' and channel is null and event <> 'session_revoked'`,
  },
]

function before(now: Date, seconds: number): Date {
  return new Date(now.getTime() - seconds * 1000)
}
