-- What a company may spend of the installation: whether anything leaves for it, to which countries, and how much a day.

alter table companies
  -- open: signed up where nobody approves; waiting and refused: nothing leaves.
  add column approval text not null default 'approved' check (approval in ('open', 'waiting', 'approved', 'refused')),
  add column approval_reason text check (length(approval_reason) <= 500),
  add column is_email_proved boolean not null default true,
  -- Country codes an SMS may go to.
  add column sms_prefixes text[] not null default '{+40}';

create index companies_waiting on companies (id) where approval = 'waiting';

create table company_email_proofs (
  token_hash bytea primary key,
  company_id bigint not null references companies (id) on delete cascade,
  user_id bigint not null references users (id) on delete cascade,
  email citext not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index company_email_proofs_of_company on company_email_proofs (company_id);

-- Limits the platform set for one company; without a row the default of its tier holds.
create table company_quotas (
  company_id bigint not null references companies (id) on delete cascade,
  kind text not null,
  limit_per_day integer not null check (limit_per_day >= 0),
  primary key (company_id, kind)
);

-- The stripe keeps transactions that only count from waiting for one another: each database session adds to a row of its own.
create table company_usage (
  company_id bigint not null references companies (id) on delete cascade,
  day date not null,
  kind text not null,
  stripe smallint not null,
  used bigint not null,
  primary key (company_id, day, kind, stripe)
);
create index company_usage_by_day on company_usage (day);
