-- How long a car needs from the start of the search to the pickup, learned every night from the company's own orders by zone and hour of
-- the day in Bucharest. The lead of a scheduled order is read from here.
create table learned_times (
  company_id bigint not null references companies on delete cascade,
  -- Null: the whole company.
  zone_id bigint references polygons on delete cascade,
  hour smallint not null check (hour between 0 and 23),
  -- Nine trips in ten arrived within these; null: too few trips.
  minutes integer check (minutes between 1 and 720),
  orders integer not null check (orders > 0),
  -- Of these orders, those that found no driver.
  unserved integer not null check (unserved between 0 and orders),
  -- Bounds of the zone in degrees when it was learned, so that placing an order reads the outlines of a few zones and not of all.
  south double precision,
  north double precision,
  west double precision,
  east double precision,
  constraint learned_times_bounds check (num_nulls(zone_id, south, north, west, east) in (0, 5))
);
create unique index learned_times_one on learned_times (company_id, hour, zone_id) nulls not distinct;

-- The last night in which a company's times were learned; the row is the lock.
create table learned_nights (
  company_id bigint primary key references companies on delete cascade,
  night date not null
);

alter table company_settings add column scheduled_lead_learned boolean not null default true;
-- A company that chose its lead keeps it.
update company_settings set scheduled_lead_learned = false where scheduled_lead_min <> 15;

-- Of scheduled orders: where the lead came from when the order was placed or moved.
alter table orders add column lead_source text check (lead_source in ('learned', 'default', 'rule'));
