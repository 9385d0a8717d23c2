-- Whose CUI a company may invoice and file under. companies.cui is what somebody typed at sign-up and proves nothing: it was unique,
-- so whoever typed a firm's CUI first kept the firm out, and billing_profiles.cui was not compared with anything.
create table company_cuis (
  company_id bigint primary key references companies on delete cascade,
  cui text not null check (cui ~ '^[0-9]{2,10}$'),
  verified_at timestamptz not null,
  -- Null: by this migration or by a seed.
  verified_by bigint references users on delete set null,
  -- Unique among the proved alone.
  constraint company_cuis_cui_key unique (cui)
);
create index company_cuis_verified_by on company_cuis (verified_by) where verified_by is not null;

-- A company that never wrote its CUI invoices under the one of its billing profile. It is taken over when it is valid and nobody
-- else has or bills under it; otherwise the company asks for it by saving its profile again, and the platform decides.
with billed as (
  select company_id, regexp_replace(cui, '\D', '', 'g') as cui from billing_profiles
)
update companies set cui = billed.cui
from billed
where companies.id = billed.company_id and companies.cui is null and companies.deleted_at is null
  and billed.cui ~ '^[0-9]{2,10}$'
  and not exists (select from companies as other where other.cui = billed.cui)
  and not exists (select from billed as other where other.cui = billed.cui and other.company_id <> billed.company_id);

-- Companies that work here already go on working.
insert into company_cuis (company_id, cui, verified_at)
select id, cui, now() from companies where cui is not null and deleted_at is null;

alter table companies drop constraint companies_cui_key;
create index companies_cui on companies (cui) where cui is not null;

alter table filings drop constraint filings_reason_check;
alter table filings add constraint filings_reason_check
  check (reason in ('refused', 'unauthorised', 'unreachable', 'processing', 'cui_unproved'));
