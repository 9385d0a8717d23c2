-- By how many RON somebody without orders.fare may change the fare of one order; 0 = not at all.
alter table company_settings
  add column dispatcher_fare_limit_ron integer not null default 50 check (dispatcher_fare_limit_ron between 0 and 1000);
