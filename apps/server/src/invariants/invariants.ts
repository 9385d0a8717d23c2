import { type RawBuilder, sql } from 'kysely'

/** What must hold in the database between any two transactions, whatever failed before. */
export interface Invariant {
  rule: string
  /** Whose ids are told when it is broken. */
  of: 'orders' | 'drivers' | 'walks' | 'rounds' | 'offers' | 'events'
  /** Selects `id` of every row that breaks it. `at` is the instant bans are judged by. */
  broken(at: Date): RawBuilder<{ id: number }>
}

const DRIVERS: Invariant[] = [
  {
    rule: 'a driver has at most one order',
    of: 'drivers',
    broken: () => sql`
      select driver_id as id from orders where state = 'assigned' group by driver_id having count(*) > 1`,
  },
  {
    rule: 'a driver is busy exactly when an order is his',
    of: 'drivers',
    broken: () => sql`
      select coalesce(status.driver_id, taken.driver_id) as id
      from driver_status as status
      full join (select distinct driver_id from orders where state = 'assigned') as taken using (driver_id)
      where coalesce(status.is_busy, false) <> (taken.driver_id is not null)`,
  },
  {
    rule: 'a driver is on duty exactly while a shift is open',
    of: 'drivers',
    broken: () => sql`
      select driver_id as id from driver_status as status
      where on_shift <> exists (
        select from driver_shifts where driver_id = status.driver_id and stopped_at is null)`,
  },
]

const ORDERS: Invariant[] = [
  {
    rule: 'an assigned order has the one driver who said yes',
    of: 'orders',
    broken: () => sql`
      select orders.id from orders
      left join lateral (
        select id from search_walks where order_id = orders.id order by walk_no desc limit 1) as walk on true
      where state = 'assigned' and (
        select array_agg(offer.driver_id) from search_offers as offer
        join search_rounds as round on round.id = offer.round_id
        where round.walk_id = walk.id and offer.fate = 'accepted'
      ) is distinct from array[orders.driver_id]`,
  },
  {
    rule: 'an open order has exactly one of: a running search, a driver, the pending list, a later hour',
    of: 'orders',
    broken: () => sql`
      select orders.id from orders left join search_walks as walk on walk.order_id = orders.id and walk.status = 'running'
      where state in ('created', 'assigned', 'pending') and deleted_at is null
        and (walk.id is not null)::int + (state = 'assigned' and driver_id is not null)::int + in_pending_queue::int
          + (state = 'pending' and not in_pending_queue and start_at is not null)::int <> 1`,
  },
  {
    rule: 'nobody is searched for an order that is a draft, over or deleted',
    of: 'orders',
    broken: () => sql`
      select orders.id from orders join search_walks as walk on walk.order_id = orders.id and walk.status = 'running'
      where state not in ('created', 'pending') or deleted_at is not null`,
  },
]

const SEARCHES: Invariant[] = [
  {
    rule: 'walks of an order and rounds of a walk are numbered without a gap',
    of: 'walks',
    broken: () => sql`
      select walk.id from search_walks as walk join search_rounds as round on round.walk_id = walk.id
      group by walk.id having max(round.no) <> count(*)
      union
      select max(id) from search_walks group by order_id having max(walk_no) <> count(*)`,
  },
  {
    rule: 'a round is open only as the last one of a running walk',
    of: 'rounds',
    broken: () => sql`
      select round.id from search_rounds as round join search_walks as walk on walk.id = round.walk_id
      where round.closed_at is null and (walk.status <> 'running'
        or exists (select from search_rounds as later where later.walk_id = walk.id and later.no > round.no))`,
  },
  {
    rule: 'an offer is open only in an open round',
    of: 'offers',
    broken: () => sql`
      select offer.id from search_offers as offer join search_rounds as round on round.id = offer.round_id
      where offer.fate = 'open' and round.closed_at is not null`,
  },
  {
    rule: 'no offer is open to a driver who is banned, busy or off duty',
    of: 'offers',
    broken: (at) => sql`
      select offer.id from search_offers as offer
      join users on users.id = offer.driver_id
      left join driver_status as status on status.driver_id = offer.driver_id
      where offer.fate = 'open' and (users.ban_until > ${at} or status.is_busy or status.on_shift is not true)`,
  },
  {
    rule: 'a walk that found a driver has one yes, any other has none',
    of: 'walks',
    broken: () => sql`
      select walk.id from search_walks as walk
      left join search_rounds as round on round.walk_id = walk.id
      left join search_offers as offer
        on offer.round_id = round.id and offer.fate in ('accepted', 'accepted_then_returned')
      group by walk.id having count(offer.id) <> (walk.status = 'accepted')::int`,
  },
  {
    rule: 'the fate of an offer agrees with what the phone said',
    of: 'offers',
    broken: () => sql`
      select id from search_offers
      where (fate = 'not_delivered' and num_nonnulls(delivered_at, viewed_at) > 0)
        or (fate = 'delivered_not_seen' and (delivered_at is null or viewed_at is not null))
        or (fate = 'seen_no_answer' and viewed_at is null)`,
  },
]

/** Closed sessions are told to the nodes alone, the other events to somebody outside. */
const EVENTS: Invariant[] = [
  {
    rule: 'every event has somebody who hears it',
    of: 'events',
    broken: () => sql`
      select seq as id from event_log
      where to_companies = '{}' and to_users = '{}' and channel is null and event <> 'session_revoked'`,
  },
]

/** History is walked in check-invariants.ts, because the domain knows the legal paths. */
export const INVARIANTS: readonly Invariant[] = [...DRIVERS, ...ORDERS, ...SEARCHES, ...EVENTS]
