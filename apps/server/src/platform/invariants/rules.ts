import { RINGS_FOR_SECONDS, UNCLAIMED_ANSWER_MS } from '@dispecerat/domain/telephony/call'
import { type RawBuilder, sql } from 'kysely'
import { MONEY_RULES } from './money-rules.ts'
import { REPORT_RULES } from './report-rules.ts'
import { SERVING_RULES } from './serving-rules.ts'

interface Rule {
  rule: string
  /** Selects the `id` of each violation. */
  broken: (now: Date) => RawBuilder<unknown>
}

/** A driver who went off duty or was banned keeps the offer until the walk's next evaluation, which may be late or due within this time. */
const LATE_EVALUATION_SECONDS = 3
const NEXT_EVALUATION_SECONDS = 10

/** Walks (as w) that have not ended. */
const IS_ALIVE = sql`w.status in ('running', 'queued')`

/** All invariants. */
export const RULES: readonly Rule[] = [
  {
    rule: 'the summary of each day says what its orders say (company ids)',
    broken: () => sql`
      select distinct company_id as id from (
        select company_id, day, placed, finished, canceled from order_days
        union all select company_id, day, placed, finished, canceled from order_day_changes
        union all select o.created_by_company_id, m.day, -m.placed, -m.finished, -m.canceled
        from orders o cross join lateral
          order_day_marks(o.deleted_at, o.placed_at, o.state, o.trip_finished_at, o.canceled_at) m
      ) as both_sides
      group by company_id, day having sum(placed) <> 0 or sum(finished) <> 0 or sum(canceled) <> 0`,
  },
  {
    rule: 'each placed order leaves from the piece of the map and at the hour its row says (order ids)',
    broken: () => sql`
      select order_id as id from (
        select s.*, 1 as kept from order_spots s
        union all
        select s.*, -1 from order_spots_of(array(select id from orders)) s
      ) as both_sides
      group by order_id, company_id, day, hour, cell_lat, cell_long having sum(kept) <> 0`,
  },
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
    rule: 'a driver has one current order at most, and one next order only behind a trip under way (driver ids)',
    broken: () => sql`
      select driver_id as id from orders where state = 'assigned' group by driver_id
      having count(*) filter (where not is_next_order) > 1 or count(*) filter (where is_next_order) > 1
        or (bool_or(is_next_order) and not bool_or(not is_next_order and trip_state = 'started'))`,
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
    rule: 'a ban that has not ended is the one the account carries (user ids)',
    broken: () => sql`
      select ban.user_id as id from user_bans ban join users u on u.id = ban.user_id
      where ban.ended_at is null and (u.ban_until, u.ban_reason) is distinct from (ban.until, ban.reason)`,
  },
  {
    rule: 'a placed order is searched for, driven or pending, and only one of them (order ids)',
    broken: () => sql`
      select orders.id from orders
      left join search_walks w on w.order_id = orders.id and ${IS_ALIVE}
      where orders.deleted_at is null and case orders.state
        when 'created' then w.status is distinct from 'running' or orders.driver_id is not null
        when 'assigned' then orders.driver_id is null or orders.in_pending_queue
          -- Another car is searched while the driver keeps the order.
          or (orders.replacement_since is not null) <> (w.status is not distinct from 'running') or w.status = 'queued'
        when 'pending' then orders.driver_id is not null
          or (not orders.in_pending_queue and (orders.start_at is null or w.id is not null))
        else w.id is not null end`,
  },
  {
    rule: 'another car is searched only for an order whose car is on the way (order ids)',
    broken: () => sql`
      select id from orders where replacement_since is not null
        and (state <> 'assigned' or trip_state is distinct from 'waiting_driver' or is_next_order)`,
  },
  {
    rule: 'a searched order is shown as listed exactly while a step of lists runs (order ids)',
    broken: () => sql`
      select orders.id from orders where orders.deleted_at is null and orders.state = 'created'
        and orders.in_pending_queue <> exists (
          select from search_walks w join search_rounds r on r.walk_id = w.id
          where w.order_id = orders.id and w.status = 'running' and r.outcome is null and r.pinned_at is null
            and r.step ->> 'notificationMethod' in ('pending', 'pending_pinned'))`,
  },
  {
    rule: 'a queued walk keeps a pinned list (walk ids)',
    broken: () => sql`
      select w.id from search_walks w where w.status = 'queued' and not exists (
        select from search_rounds r where r.walk_id = w.id and r.pinned_at is not null and r.outcome is null)`,
  },
  {
    rule: 'what rings is the driver’s only offer, an entry of a list is not (offer ids)',
    broken: () => sql`
      select o.id from search_offers o join search_rounds r on r.id = o.round_id
      where o.is_exclusive <> (r.step ->> 'notificationMethod' in ('all', 'by_rotation'))`,
  },
  {
    rule: 'a deleted order is searched for no longer (order ids)',
    broken: () => sql`
      select orders.id from orders join search_walks w on w.order_id = orders.id and ${IS_ALIVE}
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
    rule: 'nothing rings at a busy driver whom the step leaves out (offer ids)',
    broken: () => sql`
      select o.id from search_offers o
      join search_rounds r on r.id = o.round_id
      join driver_status d on d.driver_id = o.driver_id
      where o.fate = 'open' and o.is_exclusive and d.is_busy
        and not coalesce((r.step ->> 'showForBusyDrivers')::boolean, false)`,
  },
  {
    rule: 'no banned driver keeps an open offer once the search has looked again (offer ids)',
    broken: (now) => sql`
      select o.id from search_offers o
      join search_rounds r on r.id = o.round_id
      join search_walks w on w.id = r.walk_id
      join users u on u.id = o.driver_id
      where o.fate = 'open' and u.ban_until >= ${now} and not ${isEvaluatedSoon(now)}`,
  },
  {
    rule: 'an open offer belongs to an open round of a walk that goes on (offer ids)',
    broken: () => sql`
      select o.id from search_offers o join search_rounds r on r.id = o.round_id join search_walks w on w.id = r.walk_id
      where o.fate = 'open' and (r.outcome is not null or not ${IS_ALIVE})`,
  },
  {
    rule: 'a round is open only as the last one of a running walk, or as a pinned list (round ids)',
    broken: () => sql`
      select r.id from search_rounds r join search_walks w on w.id = r.walk_id
      where r.outcome is null and (not ${IS_ALIVE} or (r.pinned_at is null and (w.status = 'queued'
        or exists (select from search_rounds later where later.walk_id = w.id and later.no > r.no))))`,
  },
  {
    rule: 'no offer stays open to a driver off duty once the search has looked again (offer ids)',
    broken: (now) => sql`
      select o.id from search_offers o
      join search_rounds r on r.id = o.round_id
      join search_walks w on w.id = r.walk_id
      left join driver_status d on d.driver_id = o.driver_id
      where o.fate = 'open' and d.on_shift is not true and not ${isEvaluatedSoon(now)}`,
  },
  {
    rule: 'the fate of an offer agrees with what the phone said (offer ids)',
    broken: () => sql`
      select id from search_offers
      where (fate = 'not_delivered' and num_nonnulls(delivered_at, viewed_at) > 0)
        or (fate = 'delivered_not_seen' and (delivered_at is null or viewed_at is not null))
        or (fate = 'seen_no_answer' and viewed_at is null)`,
  },
  ...MONEY_RULES,
  ...REPORT_RULES,
  ...SERVING_RULES,
  {
    rule: 'a display number is given once per company and Bucharest day (order ids)',
    broken: () => sql`
      select unnest(array_agg(id)) as id from orders where order_no is not null and placed_at is not null
      group by created_by_company_id, (placed_at at time zone 'Europe/Bucharest')::date, order_no having count(*) > 1`,
  },
  {
    rule: 'a call that is talked to or held has its dispatcher and its order, one that rings has neither, one that goes out has its dispatcher (call ids)',
    broken: () => sql`
      select id from calls where state <> 'ended' and case
        when direction = 'out' then state = 'pending' or dispatcher_id is null
        else num_nonnulls(dispatcher_id, order_id) <> case state when 'pending' then 0 else 2 end end`,
  },
  {
    rule: 'nobody rings longer than a minute (call ids)',
    broken: (now) => sql`
      select id from calls where state = 'pending' and answered_by is null
        and rang_at < ${now}::timestamptz - make_interval(secs => ${RINGS_FOR_SECONDS + LATE_EVALUATION_SECONDS})`,
  },
  {
    rule: 'whose phone has a caller has him as his own at once (call ids)',
    broken: (now) => sql`
      select id from calls where state = 'pending'
        and answered_at < ${now}::timestamptz - make_interval(secs => ${UNCLAIMED_ANSWER_MS / 1000 + LATE_EVALUATION_SECONDS})`,
  },
  {
    rule: 'nobody is on the line about a deleted order, and calls are of the order’s company (call ids)',
    broken: () => sql`
      select calls.id from calls join orders on orders.id = calls.order_id
      where (calls.state <> 'ended' and orders.deleted_at is not null) or orders.created_by_company_id <> calls.company_id`,
  },
  {
    rule: 'a placed order has addresses, numbered from the pickup (order ids)',
    broken: () => sql`
      select orders.id from orders left join order_places p on p.order_id = orders.id
      group by orders.id
      having (orders.placed_at is not null and count(p.id) = 0)
        or (count(p.id) > 0 and (min(p.position) <> 0 or max(p.position) <> count(p.id) - 1))`,
  },
  {
    rule: 'every event has somebody who hears it (event seqs)',
    // Events of closed sessions are published to the nodes alone.
    broken: () => sql`
      select seq as id from event_log
      where to_companies = '{}' and to_users = '{}' and channel is null and event not in ('session_revoked', 'device_blocked')`,
  },
]

/** SQL condition: the walk (as w) is due about now, so a change of a moment ago may still be unprocessed. */
function isEvaluatedSoon(now: Date): RawBuilder<unknown> {
  return sql`coalesce(w.due_at between ${before(now, LATE_EVALUATION_SECONDS)}::timestamptz
    and ${before(now, -NEXT_EVALUATION_SECONDS)}::timestamptz, false)`
}

function before(now: Date, seconds: number): Date {
  return new Date(now.getTime() - seconds * 1000)
}
