-- A call that ended without an order leaves a canceled draft that was never placed: it is no order, and counts as none.
-- No order may change between taking off what it counted and adding what it counts now.
lock table orders in share row exclusive mode;

insert into order_sum_changes
select m.company_id, m.side, m.day, m.person_id, m.reason, m.ended_by, -m.orders, -m.finished, -m.manual, -m.waits, -m.wait_seconds,
  -m.cost_bani, -m.cash_bani, -m.discount_bani, -m.payment_bani, -m.busy_seconds
from orders o cross join lateral order_sum_marks(o) m where o.state = 'canceled' and o.placed_at is null;

insert into order_day_changes (company_id, day, placed, finished, canceled)
select o.created_by_company_id, m.day, -m.placed, -m.finished, -m.canceled
from orders o cross join lateral order_day_marks(o.deleted_at, o.placed_at, o.state, o.trip_finished_at, o.canceled_at) m
where o.state = 'canceled' and o.placed_at is null;

create or replace function order_sum_marks(o orders) returns setof order_sum_changes language sql immutable parallel safe as $$
  select side.company_id, side.name, (side.at at time zone 'Europe/Bucharest')::date, side.person_id,
    case when o.state = 'canceled' then coalesce(o.cancellation_reason_type, '') else '' end,
    case when o.state = 'canceled' then coalesce(o.cancelled_by, '') else '' end,
    1, done.it, o.manually_assigned::integer,
    case when o.assigned_at >= o.placed_at then done.it else 0 end,
    case when o.assigned_at >= o.placed_at then done.it * extract(epoch from o.assigned_at - o.placed_at)::bigint else 0 end,
    fare.it * coalesce(o.cost_bani, 0), case when o.payment_type = 'cash' then fare.it * coalesce(o.discounted_cost_bani, o.cost_bani, 0) else 0 end,
    fare.it * coalesce(o.discount_amount_bani, 0), done.it * o.driver_payment_bani,
    case when o.trip_finished_at >= o.assigned_at
      then done.it * extract(epoch from o.trip_finished_at - o.assigned_at)::bigint else 0 end
  from (select (o.state = 'finished')::integer as it) as done
  cross join (select (o.state = 'finished' and o.fare_doubt is null)::integer as it) as fare
  cross join (
    select case o.state when 'finished' then o.trip_finished_at when 'canceled' then o.canceled_at end as at
  ) as over
  cross join lateral (values
    ('taken', o.created_by_company_id, o.created_at, coalesce(o.dispatcher_id, 0)),
    ('driven', coalesce(o.processed_by_company_id, o.created_by_company_id), over.at, o.driver_id),
    ('account', o.created_by_company_id, over.at, o.protocol_user_id)
  ) as side (name, company_id, at, person_id)
  where o.deleted_at is null and o.state <> 'new' and (o.state <> 'canceled' or o.placed_at is not null)
    and side.at is not null and side.person_id is not null
$$;

create or replace function order_day_marks(
  deleted_at timestamptz, placed_at timestamptz, state text, trip_finished_at timestamptz, canceled_at timestamptz
) returns table (day date, placed integer, finished integer, canceled integer)
language sql immutable parallel safe as $$
  select (at at time zone 'Europe/Bucharest')::date, mark.placed, mark.finished, mark.canceled
  from (values
    (order_day_marks.placed_at, 1, 0, 0),
    (case when state = 'finished' then trip_finished_at end, 0, 1, 0),
    (case when state = 'canceled' and order_day_marks.placed_at is not null then order_day_marks.canceled_at end, 0, 0, 1)
  ) as mark (at, placed, finished, canceled)
  where order_day_marks.deleted_at is null and at is not null
$$;
