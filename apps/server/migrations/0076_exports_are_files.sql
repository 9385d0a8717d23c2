-- A list is written to a file before it is sent, so that whoever reads it slowly holds no connection. The row says who may fetch
-- the file again; both go after a day.
create table exports (
  id uuid primary key,
  user_id bigint not null references users on delete cascade,
  -- Companies whose rows are in the file; null: those of every company.
  company_ids bigint[],
  -- Permission of the list.
  permission text not null,
  file_name text not null,
  content_type text not null,
  created_at timestamptz not null
);
create index exports_by_user on exports (user_id, created_at);
create index exports_by_age on exports (created_at);
