-- Drivers created on the simulator screen. Fleets for load tests are not listed here and are never cleaned up.
create table simulated_drivers (
  driver_id bigint primary key references users on delete cascade,
  company_id bigint not null references companies on delete cascade,
  made_by bigint references users,
  start_lat double precision not null check (start_lat between -90 and 90),
  start_long double precision not null check (start_long between -180 and 180),
  created_at timestamptz not null,
  ended_at timestamptz
);
create index simulated_drivers_live on simulated_drivers (company_id) where ended_at is null;
