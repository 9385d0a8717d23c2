-- Events get the number that clients resume from after their commit, so that no transaction holds back the others' events.
-- A batch holds the events that committed since the batch before it: those visible in its snapshot and not in the one before.
-- event_log.seq stays the key of a row (transaction id * 4096 + place in the transaction), as the previous version writes it.

-- When an event was recorded, which is under its order's lock: the order of the events within a batch.
create sequence event_log_ordinal;
alter table event_log add column ordinal bigint;
alter table event_log alter column ordinal set default nextval('event_log_ordinal');

create table event_batches (
  -- The number of the first event of event_ids. Being unique, it lets one of two nodes that number at once win.
  first_seq bigint primary key,
  -- event_log.seq of each event, in the order of their numbers.
  event_ids bigint[] not null,
  snapshot pg_snapshot not null,
  at timestamptz not null
);

-- The batch before the first event: one number that belongs to no event. Numbers go on above every number of the previous
-- version, so that a client which heard that version is told to resync.
insert into event_batches (first_seq, event_ids, snapshot, at)
select case when exists (select from event_log)
    then pg_snapshot_xmax(pg_current_snapshot())::text::bigint * 4096 + 1000000000000 else 0 end,
  '{0}', pg_current_snapshot(), now();
