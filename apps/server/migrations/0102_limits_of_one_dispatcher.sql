-- Null: the server's default.
alter table outgoing_rules
  add column dispatcher_open_calls integer check (dispatcher_open_calls between 0 and 1000),
  add column dispatcher_day_minutes integer check (dispatcher_day_minutes between 0 and 100000),
  add column dispatcher_day_bani integer check (dispatcher_day_bani between 0 and 100000000);
