-- What reports of people, cancellations, offers and searches add up, kept as the sums of days are (order_days): triggers append what
-- changes, one job folds it, a reader adds both. An order counts on the day it was taken down; for who drove it and for the account that
-- pays it, on the day it ended, as in the ledger.
create table order_sums (
  company_id bigint not null references companies on delete cascade,
  -- taken: by a dispatcher; driven: by a driver, for his company; account: for a protocol company.
  side text not null check (side in ('taken', 'driven', 'account')),
  day date not null,
  -- 0: nobody; the order came from an app.
  person_id bigint not null,
  -- Why and by whom it was canceled; empty: it was not.
  reason text not null,
  ended_by text not null,
  orders integer not null,
  finished integer not null,
  manual integer not null,
  -- Finished orders whose wait for a driver is known, and the seconds of all those waits.
  waits integer not null,
  wait_seconds bigint not null,
  cost_bani bigint not null,
  cash_bani bigint not null,
  discount_bani bigint not null,
  payment_bani bigint not null,
  -- From the driver's yes to the end of the trip.
  busy_seconds bigint not null,
  primary key (company_id, side, day, person_id, reason, ended_by)
);
create table order_sum_changes (like order_sums);

create function order_sum_marks(o orders) returns setof order_sum_changes language sql immutable parallel safe as $$
  select side.company_id, side.name, (side.at at time zone 'Europe/Bucharest')::date, side.person_id,
    case when o.state = 'canceled' then coalesce(o.cancellation_reason_type, '') else '' end,
    case when o.state = 'canceled' then coalesce(o.cancelled_by, '') else '' end,
    1, done.it, o.manually_assigned::integer,
    case when o.assigned_at >= o.placed_at then done.it else 0 end,
    case when o.assigned_at >= o.placed_at then done.it * extract(epoch from o.assigned_at - o.placed_at)::bigint else 0 end,
    done.it * coalesce(o.cost_bani, 0), case when o.payment_type = 'cash' then done.it * coalesce(o.cost_bani, 0) else 0 end,
    done.it * coalesce(o.discount_amount_bani, 0), done.it * o.driver_payment_bani,
    case when o.trip_finished_at >= o.assigned_at
      then done.it * extract(epoch from o.trip_finished_at - o.assigned_at)::bigint else 0 end
  from (select (o.state = 'finished')::integer as it) as done
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

create function note_added_order_sums() returns trigger language plpgsql as $$
begin
  insert into order_sum_changes
  select m.company_id, m.side, m.day, m.person_id, m.reason, m.ended_by, sum(m.orders), sum(m.finished), sum(m.manual), sum(m.waits),
    sum(m.wait_seconds), sum(m.cost_bani), sum(m.cash_bani), sum(m.discount_bani), sum(m.payment_bani), sum(m.busy_seconds)
  from added a cross join lateral order_sum_marks(a::orders) m
  group by 1, 2, 3, 4, 5, 6;
  return null;
end $$;

create function note_changed_order_sums() returns trigger language plpgsql as $$
begin
  insert into order_sum_changes
  select m.company_id, m.side, m.day, m.person_id, m.reason, m.ended_by, sum(n * m.orders), sum(n * m.finished), sum(n * m.manual),
    sum(n * m.waits), sum(n * m.wait_seconds), sum(n * m.cost_bani), sum(n * m.cash_bani), sum(n * m.discount_bani),
    sum(n * m.payment_bani), sum(n * m.busy_seconds)
  from (
    select -1 as n, before.* from order_sum_marks(old) before
    union all
    select 1, after.* from order_sum_marks(new) after
  ) as m
  group by 1, 2, 3, 4, 5, 6
  having (sum(n * m.orders), sum(n * m.finished), sum(n * m.manual), sum(n * m.waits), sum(n * m.wait_seconds), sum(n * m.cost_bani),
    sum(n * m.cash_bani), sum(n * m.discount_bani), sum(n * m.payment_bani), sum(n * m.busy_seconds))
    is distinct from (0::bigint, 0::bigint, 0::bigint, 0::bigint, 0::numeric, 0::numeric, 0::numeric, 0::numeric, 0::numeric, 0::numeric);
  return null;
end $$;

create function note_removed_order_sums() returns trigger language plpgsql as $$
begin
  insert into order_sum_changes
  select m.company_id, m.side, m.day, m.person_id, m.reason, m.ended_by, -m.orders, -m.finished, -m.manual, -m.waits, -m.wait_seconds,
    -m.cost_bani, -m.cash_bani, -m.discount_bani, -m.payment_bani, -m.busy_seconds
  from order_sum_marks(old) m;
  return null;
end $$;

create function forget_order_sums() returns trigger language plpgsql as $$
begin
  delete from order_sum_changes;
  delete from order_sums;
  return null;
end $$;

create trigger orders_added_sums after insert on orders referencing new table as added
  for each statement execute function note_added_order_sums();
-- Of the ten changes in an order's life placing it, ending it and what is mended afterwards move a sum.
create trigger orders_changed_sums after update on orders for each row
  when (
    old.state in ('finished', 'canceled') or new.state in ('finished', 'canceled') or (old.state = 'new') <> (new.state = 'new')
    or old.deleted_at is distinct from new.deleted_at or old.dispatcher_id is distinct from new.dispatcher_id
    or old.manually_assigned <> new.manually_assigned or old.created_at <> new.created_at
    or old.created_by_company_id <> new.created_by_company_id
  ) execute function note_changed_order_sums();
create trigger orders_removed_sums after delete on orders for each row execute function note_removed_order_sums();
create trigger orders_emptied_sums after truncate on orders for each statement execute function forget_order_sums();

insert into order_sums
select m.company_id, m.side, m.day, m.person_id, m.reason, m.ended_by, sum(m.orders), sum(m.finished), sum(m.manual), sum(m.waits),
  sum(m.wait_seconds), sum(m.cost_bani), sum(m.cash_bani), sum(m.discount_bani), sum(m.payment_bani), sum(m.busy_seconds)
from orders o cross join lateral order_sum_marks(o) m group by 1, 2, 3, 4, 5, 6;

-- What each driver was asked on a day of Bucharest, and what he said. An offer that still rings is not in it.
create table offer_sums (
  driver_id bigint not null references users on delete cascade,
  day date not null,
  offers integer not null,
  accepted integer not null,
  -- Of the accepted ones: given back afterwards.
  returned integer not null,
  refused integer not null,
  -- Seen, and the time ran out.
  unanswered integer not null,
  -- On his phone, never looked at.
  unseen integer not null,
  undelivered integer not null,
  lost integer not null,
  withdrawn integer not null,
  -- The way to the pickups of the accepted ones.
  metres bigint not null,
  primary key (driver_id, day)
);
create table offer_sum_changes (like offer_sums);

create function offer_sum_marks(o search_offers) returns setof offer_sum_changes language sql immutable parallel safe as $$
  select o.driver_id, (o.notified_at at time zone 'Europe/Bucharest')::date, 1, yes.it, (o.fate = 'accepted_then_returned')::integer,
    (o.fate = 'refused')::integer, (o.fate = 'seen_no_answer')::integer, (o.fate = 'delivered_not_seen')::integer,
    (o.fate = 'not_delivered')::integer, (o.fate = 'lost_race')::integer, (o.fate = 'withdrawn')::integer,
    yes.it::bigint * coalesce(o.route_metres, o.metres)
  from (select (o.fate in ('accepted', 'accepted_then_returned'))::integer as it) as yes
  where o.fate <> 'open'
$$;

create function note_offer_sums() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into offer_sum_changes
    select m.driver_id, m.day, -m.offers, -m.accepted, -m.returned, -m.refused, -m.unanswered, -m.unseen, -m.undelivered, -m.lost,
      -m.withdrawn, -m.metres from offer_sum_marks(old) m;
  end if;
  if tg_op <> 'DELETE' then
    insert into offer_sum_changes select m.* from offer_sum_marks(new) m;
  end if;
  return null;
end $$;

create function forget_offer_sums() returns trigger language plpgsql as $$
begin
  delete from offer_sum_changes;
  delete from offer_sums;
  return null;
end $$;

-- An offer rings first: only past ones are written with their end.
create trigger search_offers_added_sums after insert on search_offers for each row when (new.fate <> 'open')
  execute function note_offer_sums();
create trigger search_offers_changed_sums after update on search_offers for each row when (old.fate <> new.fate)
  execute function note_offer_sums();
create trigger search_offers_removed_sums after delete on search_offers for each row when (old.fate <> 'open')
  execute function note_offer_sums();
create trigger search_offers_emptied_sums after truncate on search_offers for each statement execute function forget_offer_sums();

insert into offer_sums
select m.driver_id, m.day, sum(m.offers), sum(m.accepted), sum(m.returned), sum(m.refused), sum(m.unanswered), sum(m.unseen),
  sum(m.undelivered), sum(m.lost), sum(m.withdrawn), sum(m.metres)
from search_offers o cross join lateral offer_sum_marks(o) m group by 1, 2;

-- How each search ended, in one narrow row, so that medians are exact: five million are read in about a second, by their index alone.
create table search_facts (
  walk_id bigint primary key references search_walks on delete cascade,
  company_id bigint not null,
  -- The hour it began on the wall in Bucharest.
  day date not null,
  hour smallint not null,
  interval_id bigint,
  outcome text not null,
  is_retry boolean not null,
  seconds integer not null,
  rounds integer not null,
  offers integer not null,
  -- Of the offers: a no, or no answer.
  refusals integer not null,
  -- To the pickup, for who said yes.
  metres integer
);
create index search_facts_day on search_facts (company_id, day)
  include (hour, interval_id, outcome, is_retry, seconds, rounds, offers, refusals, metres);

create function search_facts_of(ids bigint[]) returns setof search_facts language sql stable as $$
  select w.id, orders.created_by_company_id, wall.at::date, extract(hour from wall.at)::smallint, w.interval_id, w.status,
    w.walk_no > 1, greatest(extract(epoch from w.ended_at - w.started_at), 0)::integer, seen.rounds, seen.offers, seen.refusals, seen.metres
  from search_walks w join orders on orders.id = w.order_id
  cross join lateral (select w.started_at at time zone 'Europe/Bucharest' as at) wall
  cross join lateral (
    select count(distinct r.id)::integer as rounds, count(f.id)::integer as offers,
      count(f.id) filter (where f.fate in ('refused', 'seen_no_answer', 'delivered_not_seen'))::integer as refusals,
      max(coalesce(f.route_metres, f.metres)) filter (where f.fate in ('accepted', 'accepted_then_returned')) as metres
    from search_rounds r left join search_offers f on f.round_id = r.id where r.walk_id = w.id
  ) as seen
  where w.id = any(ids) and w.status not in ('running', 'queued') and w.ended_at is not null
$$;

create function keep_search_facts() returns trigger language plpgsql as $$
begin
  delete from search_facts where walk_id = new.id;
  insert into search_facts select * from search_facts_of(array[new.id]);
  return null;
end $$;

-- At the end of the transaction, when its rounds and offers are as they stay.
create constraint trigger search_walks_added_facts after insert on search_walks deferrable initially deferred
  for each row when (new.status not in ('running', 'queued')) execute function keep_search_facts();
create constraint trigger search_walks_changed_facts after update on search_walks deferrable initially deferred
  for each row when (old.status <> new.status) execute function keep_search_facts();

insert into search_facts select f.* from search_facts_of(array(select id from search_walks)) f;

-- Hours on duty are added up by driver.
create index driver_shifts_driver on driver_shifts (driver_id, started_at);
