-- A step without candidates ends after a second, unless the company prefers to wait it out. Existing companies keep what they have.
insert into company_settings (company_id) select id from companies on conflict do nothing;
alter table company_settings alter column skip_empty_steps set default true;

-- promised_at: when the client was promised a car; of two orders that need the same driver, the one with the older promise gets the driver.
-- Null in walks of a process that knows no promises: the walk's start counts. wait_seconds: how long an order may wait for drivers whose
-- phones ring for other orders once its steps are over; 0 in walks of such a process, which never wait.
alter table search_walks
  add column promised_at timestamptz,
  add column wait_seconds integer not null default 0 check (wait_seconds >= 0);
