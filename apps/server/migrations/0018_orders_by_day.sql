-- What a company's orders did on each day in Bucharest, so that nobody counts five million orders for six cards and a chart.
-- A day's row is changed by one job alone; whoever changes an order only appends what it changes, so that two dispatchers
-- who place orders never wait for each other. The truth of any snapshot is the sum of both tables.
create table order_days (
  company_id bigint not null references companies on delete cascade,
  day date not null,
  placed integer not null,
  finished integer not null,
  canceled integer not null,
  primary key (company_id, day)
);
create table order_day_changes (
  company_id bigint not null,
  day date not null,
  placed integer not null,
  finished integer not null,
  canceled integer not null
);

-- The days an order counts on: it is placed on one, and over on one; deleted, on none.
create function order_day_marks(
  deleted_at timestamptz, placed_at timestamptz, state text, trip_finished_at timestamptz, canceled_at timestamptz
) returns table (day date, placed integer, finished integer, canceled integer)
language sql immutable parallel safe as $$
  select (at at time zone 'Europe/Bucharest')::date, mark.placed, mark.finished, mark.canceled
  from (values
    (order_day_marks.placed_at, 1, 0, 0),
    (case when state = 'finished' then trip_finished_at end, 0, 1, 0),
    (case when state = 'canceled' then order_day_marks.canceled_at end, 0, 0, 1)
  ) as mark (at, placed, finished, canceled)
  where order_day_marks.deleted_at is null and at is not null
$$;

create function note_added_order_days() returns trigger language plpgsql as $$
begin
  insert into order_day_changes
  select o.created_by_company_id, m.day, sum(m.placed), sum(m.finished), sum(m.canceled)
  from added o cross join lateral order_day_marks(o.deleted_at, o.placed_at, o.state, o.trip_finished_at, o.canceled_at) m
  group by 1, 2;
  return null;
end $$;

create function note_changed_order_days() returns trigger language plpgsql as $$
begin
  insert into order_day_changes
  select company_id, day, sum(placed), sum(finished), sum(canceled)
  from (
    select old.created_by_company_id, m.day, -m.placed, -m.finished, -m.canceled
    from order_day_marks(old.deleted_at, old.placed_at, old.state, old.trip_finished_at, old.canceled_at) m
    union all
    select new.created_by_company_id, m.day, m.placed, m.finished, m.canceled
    from order_day_marks(new.deleted_at, new.placed_at, new.state, new.trip_finished_at, new.canceled_at) m
  ) as change (company_id, day, placed, finished, canceled)
  group by company_id, day
  having sum(placed) <> 0 or sum(finished) <> 0 or sum(canceled) <> 0;
  return null;
end $$;

create function note_removed_order_days() returns trigger language plpgsql as $$
begin
  insert into order_day_changes
  select o.created_by_company_id, m.day, -sum(m.placed), -sum(m.finished), -sum(m.canceled)
  from removed o cross join lateral order_day_marks(o.deleted_at, o.placed_at, o.state, o.trip_finished_at, o.canceled_at) m
  group by 1, 2;
  return null;
end $$;

create function forget_order_days() returns trigger language plpgsql as $$
begin
  delete from order_day_changes;
  delete from order_days;
  return null;
end $$;

create trigger orders_added after insert on orders referencing new table as added
  for each statement execute function note_added_order_days();
-- An order changes ten times in its life; only placing it, ending it and (un)deleting it move a day.
create trigger orders_changed after update on orders for each row
  when (
    old.placed_at is distinct from new.placed_at or old.deleted_at is distinct from new.deleted_at
    or old.created_by_company_id <> new.created_by_company_id
    or ((old.state in ('finished', 'canceled') or new.state in ('finished', 'canceled'))
      and (old.state, old.trip_finished_at, old.canceled_at) is distinct from (new.state, new.trip_finished_at, new.canceled_at))
  ) execute function note_changed_order_days();
create trigger orders_removed after delete on orders referencing old table as removed
  for each statement execute function note_removed_order_days();
create trigger orders_emptied after truncate on orders for each statement execute function forget_order_days();

insert into order_days (company_id, day, placed, finished, canceled)
select o.created_by_company_id, m.day, sum(m.placed), sum(m.finished), sum(m.canceled)
from orders o cross join lateral order_day_marks(o.deleted_at, o.placed_at, o.state, o.trip_finished_at, o.canceled_at) m
group by 1, 2;

-- The last 24 hours begin in the middle of a day.
create index orders_placed on orders (created_by_company_id, placed_at desc) where deleted_at is null and placed_at is not null;

-- A phone that is accepted again leaves the list, which the placing of orders reads, and can come back as it was.
create table unblocked_phones (
  id bigint primary key,
  company_id bigint not null references companies on delete cascade,
  phone text not null,
  reason text not null,
  created_by bigint references users,
  created_at timestamptz not null,
  unblocked_by bigint references users,
  unblocked_at timestamptz not null
);

create table announcements (
  id bigint generated by default as identity primary key,
  company_id bigint not null references companies on delete cascade,
  title text not null,
  text text not null,
  audience text not null check (audience in ('drivers', 'dispatchers', 'all')),
  starts_at timestamptz not null,
  -- Null: until somebody takes it down.
  ends_at timestamptz,
  created_by bigint references users,
  created_at timestamptz not null,
  deleted_at timestamptz
);
create index announcements_company on announcements (company_id, starts_at) where deleted_at is null;

create table incidents (
  id bigint generated by default as identity primary key,
  company_id bigint not null references companies on delete cascade,
  type text not null check (type in ('sos', 'accident', 'complaint', 'lost_item', 'other')),
  order_id bigint references orders,
  driver_id bigint references users,
  client_id bigint references users,
  text text not null default '',
  lat double precision,
  long double precision,
  status text not null default 'open' check (status in ('open', 'in_work', 'closed')),
  created_at timestamptz not null,
  closed_at timestamptz,
  check ((status = 'closed') = (closed_at is not null))
);
create index incidents_open on incidents (company_id) where status <> 'closed';
