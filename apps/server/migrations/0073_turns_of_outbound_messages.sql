-- Messages leave by kind, by priority and in turns of the companies. The previous version goes on reading outbox_due.

alter table outbox
  -- 0: a way into an account; 1: one message to one person; 2: a broadcast.
  add column priority smallint not null default 1 check (priority between 0 and 2);

create index outbox_turns on outbox (kind, (coalesce(company_id, 0)), priority, due_at, id) where state = 'queued';
