-- Why the fare that a driver's phone sent at the end of the trip is not believed. While the reason is set, the fare moves no money.
alter table orders
  add column fare_doubt text check (fare_doubt in ('above_estimate', 'above_time', 'mock_position')),
  add constraint orders_doubted_fare_moves_nothing check (
    fare_doubt is null or (state = 'finished' and driver_payment_bani = 0 and not is_paid and invoice_id is null));

create index orders_doubted on orders (created_at desc, id desc) where fare_doubt is not null;

-- As before, except that a doubted fare is left out of the sums of money: its trip counts.
create or replace function order_sum_marks(o orders) returns setof order_sum_changes language sql immutable parallel safe as $$
  select side.company_id, side.name, (side.at at time zone 'Europe/Bucharest')::date, side.person_id,
    case when o.state = 'canceled' then coalesce(o.cancellation_reason_type, '') else '' end,
    case when o.state = 'canceled' then coalesce(o.cancelled_by, '') else '' end,
    1, done.it, o.manually_assigned::integer,
    case when o.assigned_at >= o.placed_at then done.it else 0 end,
    case when o.assigned_at >= o.placed_at then done.it * extract(epoch from o.assigned_at - o.placed_at)::bigint else 0 end,
    fare.it * coalesce(o.cost_bani, 0), case when o.payment_type = 'cash' then fare.it * coalesce(o.cost_bani, 0) else 0 end,
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
  where o.deleted_at is null and o.state <> 'new' and side.at is not null and side.person_id is not null
$$;

-- Whether the position was believed when it was saved: a node that starts goes on doubting where the last one did.
alter table driver_last_positions
  add column implausible text check (implausible in ('jump', 'mock')),
  add column consistent_fixes smallint not null default 5 check (consistent_fixes between 0 and 5);
