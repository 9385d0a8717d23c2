-- One-time links that let the first administrator of a production database make his account.
create table set_up_links (
  token_hash bytea primary key,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
