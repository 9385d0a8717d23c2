-- Taxi stands are deleted softly; who waits at one, and since when, survives a restart (GAP-15).
alter table stands
  add column deleted_at timestamptz,
  add constraint stands_name_check check (length(name) between 1 and 60),
  add constraint stands_capacity_check check (capacity >= 1);
create index stands_company on stands (company_id) where deleted_at is null;

-- Written behind, like positions: the first node that sees a driver arrive writes the time that counts for all.
create table stand_queue (
  driver_id bigint primary key references users on delete cascade,
  stand_id bigint not null references stands on delete cascade,
  arrived_at timestamptz not null
);
create index stand_queue_stand on stand_queue (stand_id, arrived_at);
