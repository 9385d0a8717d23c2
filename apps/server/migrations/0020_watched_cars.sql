-- A mark of a position is stored with the trail, so that the watch does not believe it later.
alter table driver_trail add column is_marked boolean not null default false;

-- A car on the way to a pickup. `assigned_at` tells one assignment of an order from the next.
create table car_watches (
  order_id bigint primary key references orders (id) on delete cascade,
  driver_id bigint not null references users (id) on delete cascade,
  assigned_at timestamptz not null,
  since timestamptz not null,
  due_at timestamptz not null,
  warned_as text check (warned_as in ('standing', 'leaving', 'silent')),
  warned_since timestamptz,
  sought_at timestamptz,
  check ((warned_as is null) = (warned_since is null))
);
create index car_watches_due on car_watches (due_at);
create index car_watches_driver on car_watches (driver_id);

alter table company_settings add column car_warning_min integer not null default 3 check (car_warning_min between 0 and 60);
alter table company_settings add column car_replacement_min integer not null default 6
  check (car_replacement_min between 0 and 120);

-- Since when another car is searched while the driver keeps the order.
alter table orders add column replacement_since timestamptz;
