-- What a SIP proxy beside the house may know: digests, never passwords, and who is rung for whom. Its own database role gets
-- these two views only, and says its realm: alter role … set dispecerat.sip_domain = '…'.
create view sip_subscribers as
select
  sip_accounts.extension as username,
  realm.domain,
  md5(sip_accounts.extension || ':' || realm.domain || ':' || sip_accounts.password) as ha1,
  sip_accounts.user_id::text as user_id,
  sip_accounts.kind,
  works.company_ids,
  works.company_id,
  (select min(number) from phone_lines where phone_lines.company_id = works.company_id::bigint) as line
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

create view sip_lines as
select number as dialled, company_id::text as company_id from phone_lines
union all
select 'company-' || id, id::text from companies;
