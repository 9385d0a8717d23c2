-- A number belongs to a company once the platform has granted it. Asking for a number proves nothing: it neither routes calls nor is
-- shown to anybody, and several companies may ask for the same one. Lines of before count as granted.
alter table phone_lines add column verified_at timestamptz;
alter table phone_lines add column verified_by bigint references users on delete set null;
alter table phone_lines add check (verified_by is null or verified_at is not null);
update phone_lines set verified_at = created_at;

alter table phone_lines drop constraint phone_lines_pkey;
alter table phone_lines drop constraint phone_lines_id_key;
alter table phone_lines add primary key (id);
alter table phone_lines add unique (company_id, number);
create unique index phone_lines_verified on phone_lines (number) where verified_at is not null;
drop index phone_lines_company;

create or replace view sip_subscribers as
select
  sip_accounts.extension as username,
  realm.domain,
  md5(sip_accounts.extension || ':' || realm.domain || ':' || sip_accounts.password) as ha1,
  sip_accounts.user_id::text as user_id,
  sip_accounts.kind,
  works.company_ids,
  works.company_id,
  (
    select min(number) from phone_lines
    where phone_lines.company_id = works.company_id::bigint and phone_lines.verified_at is not null
  ) as line
from sip_accounts
join users on users.id = sip_accounts.user_id and users.is_active and users.deleted_at is null
join lateral (
  select min(company_id)::text as company_id, string_agg(company_id::text, ',' order by company_id) as company_ids
  from user_companies where user_companies.user_id = sip_accounts.user_id
) works on works.company_id is not null
cross join (select coalesce(nullif(current_setting('dispecerat.sip_domain', true), ''), 'dispecerat.local') as domain) realm
where exists (
  select from user_roles
  where user_roles.user_id = users.id and user_roles.role in ('admin', 'company_admin', 'dispatcher')
);

create or replace view sip_lines as
select number as dialled, company_id::text as company_id from phone_lines where verified_at is not null
union all
select 'company-' || id, id::text from companies;
