-- What a protocol account calls the people who may order on it. Who may is company_clients.protocol_parent_user_id, as before.
create table account_clients (
  account_id bigint not null references users on delete cascade,
  user_id bigint not null references users on delete cascade,
  name text not null check (length(name) between 1 and 120),
  note text check (length(note) <= 500),
  added_at timestamptz not null,
  -- Taken off the account by the account; may be brought back.
  removed_at timestamptz,
  primary key (account_id, user_id)
);
create index account_clients_user on account_clients (user_id);
create index company_clients_of_account on company_clients (protocol_parent_user_id)
  where protocol_parent_user_id is not null;
