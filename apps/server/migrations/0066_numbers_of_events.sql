-- Events get the number that clients resume from after their commit, so that no transaction holds back the others' events.
-- A batch holds the events that committed since the batch before it: those visible in its snapshot and not in the one before.
-- event_log.seq stays the key of a row (transaction id * 4096 + place in the transaction), as the previous version writes it.

-- When an event was recorded, which is under its order's lock: the order of the events within a batch.
create sequence event_log_ordinal;
alter table event_log add column ordinal bigint;
alter table event_log alter column ordinal set default nextval('event_log_ordinal');

create table event_batches (
  -- 1, 2, 3 …: two nodes that number at once write the same one, so only one of them can.
  id bigint primary key,
  -- The number of the first event of event_ids: at least the microsecond since 1970 at which the batch was made.
  first_seq bigint not null unique,
  -- event_log.seq of each event, in the order of their numbers.
  event_ids bigint[] not null,
  snapshot pg_snapshot not null,
  at timestamptz not null
);

-- The batch before the first event: one number that belongs to no event.
insert into event_batches (id, first_seq, event_ids, snapshot, at)
values (1, floor(extract(epoch from now()) * 1000000), '{0}', pg_current_snapshot(), now());
