-- A register that was filed and is not true any more is filed again beside it: its number among those of the day, 0 for the first.
alter table filings
  add column correction smallint not null default 0 check (correction = 0 or kind = 'townhall'),
  -- A fare of its day changed since its content was written.
  add column is_outdated boolean not null default false;

drop index filings_live_day;
create unique index filings_live_day on filings (company_id, day, correction) where state <> 'rejected';
create index filings_outdated on filings (id) where is_outdated;
