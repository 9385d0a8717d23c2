-- Whoever has no open session has no telephone: a password that a desk was told opens nothing once the session has ended by itself.
create or replace view sip_subscribers as
select
  sip_accounts.extension as username,
  realm.domain,
  case when sip_accounts.password like 'v1.%' then sip_accounts.ha1
    else md5(sip_accounts.extension || ':' || realm.domain || ':' || sip_accounts.password) end as ha1,
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
  and (users.ban_until is null or users.ban_until <= now())
join lateral (
  select min(company_id)::text as company_id, string_agg(company_id::text, ',' order by company_id) as company_ids
  from user_companies join companies on companies.id = company_id and companies.deleted_at is null
  where user_companies.user_id = sip_accounts.user_id
) works on works.company_id is not null
cross join (select coalesce(nullif(current_setting('dispecerat.sip_domain', true), ''), 'dispecerat.local') as domain) realm
where sip_accounts.kind = 'dispatcher'
  and (sip_accounts.password not like 'v1.%' or sip_accounts.ha1_domain = realm.domain)
  and exists (
    select from access_tokens
    where access_tokens.user_id = users.id and access_tokens.revoked_at is null and access_tokens.expires_at > now()
  )
  and exists (select from user_roles where user_roles.user_id = users.id and user_roles.role = 'dispatcher')
  and not exists (
    select from withheld_words where role = 'dispatcher' and word = 'calls.take' and company_id in (
      select company_id from user_companies where user_id = users.id
      union select company_id from protocol_companies where user_id = users.id and is_active
    )
  );
