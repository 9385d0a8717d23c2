-- A person's photo, apart from the row that every list reads.
create table user_photos (
  user_id bigint primary key references users on delete cascade,
  content_type text not null check (content_type in ('image/jpeg', 'image/png')),
  photo bytea not null check (octet_length(photo) <= 1048576),
  updated_at timestamptz not null
);

-- GAP-28: the console speaks Romanian and nothing else.
alter table users add column language text not null default 'ro' check (language = 'ro');
