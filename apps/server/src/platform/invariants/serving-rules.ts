// Apart from rules.ts, which is near 300 lines.

import { type RawBuilder, sql } from 'kysely'

/** A driver who comes free wakes the orders at once; what is missed is found by the walk's next tick, within this time. */
const SERVED_WITHIN_SECONDS = 5
/** A phone that has not reported for a minute is offline; one that is about to be counts as such. */
const ONLINE_SECONDS = 55

/**
 * Only what rows prove: a driver of the order's own company within a circle of one of its steps, on whom nothing but the search depends.
 * Zones, stands, roads, options and documents are left out, and so are the rules that make a driver wait: groups, lists, limits.
 */
export const SERVING_RULES: readonly { rule: string; broken: (now: Date) => RawBuilder<unknown> }[] = [
  {
    rule: 'no order waits longer than five seconds while a driver who fits is free and no phone rings for it (order ids)',
    broken: (now) => {
      const before = (seconds: number) => sql`${new Date(now.getTime() - seconds * 1000)}::timestamptz`
      const long = before(SERVED_WITHIN_SECONDS)
      return sql`
        select distinct orders.id
        from search_walks w
        join orders on orders.id = w.order_id
        join order_places a on a.order_id = orders.id and a.position = 0
        join lateral (
          select id, step, started_at from search_rounds where walk_id = w.id and outcome is null and pinned_at is null
        ) as r on true
        cross join lateral jsonb_array_elements(
          case r.step ->> 'searchType' when 'waiting' then w.steps else jsonb_build_array(r.step) end) as rings(step)
        join driver_status d on d.company_id = orders.created_by_company_id
        join users u on u.id = d.driver_id
        join driver_last_positions p on p.driver_id = d.driver_id
        left join company_settings s on s.company_id = d.company_id
        -- A walk that is overdue belongs to a server that does not run, and one that failed is retried later.
        where w.status = 'running' and w.failures = 0 and w.due_at >= ${now} and r.started_at < ${long}
          and not exists (select from search_offers o where o.round_id = r.id and (o.fate = 'open' or o.closed_at > ${long}))
          and rings.step ->> 'searchType' = 'by_radius' and rings.step ->> 'notificationMethod' = 'all'
          and (r.step ->> 'searchType' = 'waiting' or jsonb_typeof(rings.step -> 'stagger') is distinct from 'object')
          and d.on_shift and not d.is_busy and not d.is_paused and d.updated_at < ${long}
          and u.is_active and u.deleted_at is null and (not u.is_simulated or s.simulate_in_production)
          and (u.ban_until is null or u.ban_until < ${long})
          and orders.service_id = any(d.service_ids) and d.current_car_id is not null and orders.options = '{}'
          and not coalesce(s.require_valid_car_papers, false) and s.min_balance_to_work_bani is null
          and not d.driver_id = any(orders.canceled_by_driver_ids || orders.excluded_driver_ids)
          and p.implausible is null and p.recorded_at >= ${before(ONLINE_SECONDS)}
          and not exists (select from search_offers o where o.order_id = orders.id and o.driver_id = d.driver_id)
          and not exists (
            select from search_offers o where o.driver_id = d.driver_id and o.is_exclusive
              and (o.fate = 'open' or o.closed_at > ${long}))
          -- Straight line on a sphere, well inside the circle: a car that has just driven in is evaluated soon.
          and 2 * 6371008.8 * asin(sqrt(power(sin(radians(p.lat - a.lat) / 2), 2)
            + cos(radians(a.lat)) * cos(radians(p.lat)) * power(sin(radians(p.long - a.long) / 2), 2)))
            < 0.8 * (rings.step ->> 'searchLimit')::float8`
    },
  },
]
