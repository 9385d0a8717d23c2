import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../db/actor.ts'

/** Fields whose values are ids, by their wire names and in camel case. */
const OF_USERS = ['driver_id', 'driver_ids', 'user_id', 'protocol_user_id', 'protocol_parent_user_id']
const OF_COMPANIES = ['company_id', 'company_ids']
/** Both sides of a partnership know each other. */
const OF_PARTNERS = ['partner']
const OF_SERVICES = ['service_id', 'service_ids']
const OF_TARIFFS = ['base_tariff_id']
const OF_DISCOUNTS = ['discount_id']
const OF_CONTENTS = ['parent_id']

/** The current name of the row that `log` is about, or its name then; null: it has none. Only for rows of the log's company. */
export const rowName: RawBuilder<string | null> = sql`coalesce(case
  when log.entity in ('user', 'protocol_contract', 'account_pickup') then (select name from users where id = log.entity_id)
  when log.entity in ('client', 'account_client') then (
    select coalesce(known.name, users.phone) from company_clients known join users on users.id = known.user_id
    where known.company_id = log.company_id and known.user_id = log.entity_id)
  when log.entity = 'company' then (select name from companies where id = log.entity_id and id = log.company_id)
  when log.entity = 'car' then (
    select indicativ || ' · ' || number from cars where id = log.entity_id and company_id = log.company_id)
  when log.entity = 'zone' then (select name from polygons where id = log.entity_id and company_id = log.company_id)
  when log.entity = 'stand' then (select name from stands where id = log.entity_id and company_id = log.company_id)
  when log.entity = 'tariff' then (select name from tariffs where id = log.entity_id and company_id = log.company_id)
  when log.entity = 'discount' then (select name from discounts where id = log.entity_id and company_id = log.company_id)
  when log.entity = 'announcement' then (
    select title from announcements where id = log.entity_id and company_id = log.company_id)
  when log.entity = 'internal_place' then (
    select name from internal_places where id = log.entity_id and company_id = log.company_id)
  when log.entity = 'phone_line' then (
    select number from phone_lines where id = log.entity_id and company_id = log.company_id)
  when log.entity = 'invoice' then (
    select series || ' ' || number from invoices where id = log.entity_id and company_id = log.company_id)
  when log.entity = 'device' then (
    select model from devices where id = log.entity_id and company_id = log.company_id)
  when log.entity = 'search_interval' then (
    select name from search_intervals where id = log.entity_id and company_id = log.company_id)
  when log.entity = 'search_method' then (
    select string_agg(name, ', ' order by sort_order) from search_intervals
    where search_method_id = log.entity_id and company_id = log.company_id)
  when log.entity = 'service' then (
    select name from services where id = log.entity_id and company_id is not distinct from log.company_id)
  when log.entity = 'order_option' then (
    select name from order_options where id = log.entity_id and company_id is not distinct from log.company_id)
  when log.entity = 'call' then (select phone from calls where id = log.entity_id and company_id = log.company_id)
  when log.entity = 'content' then (select title from contents where id = log.entity_id)
  end, log.after ->> 'name', log.before ->> 'name', log.after ->> 'phone', log.before ->> 'phone')`

/**
 * A value of the row `log` with names instead of ids. Named are people who work for the company of the row or are its clients or accounts,
 * and companies in the scope of the reader.
 */
export function namedValue({ companies }: Scope, value: RawBuilder<unknown>): RawBuilder<unknown> {
  const mine = companies === 'every' ? null : [...companies]
  const person = sql`
    select coalesce(known.name, users.name) from users
    left join company_clients known on known.user_id = users.id and known.company_id = log.company_id
    where users.id = one.id::bigint and (log.company_id is null or known.user_id is not null
      or exists (select from user_companies works where works.user_id = users.id and works.company_id = log.company_id)
      or exists (select from protocol_companies c where c.user_id = users.id and c.company_id = log.company_id))`
  const company = sql`
    select name from companies where id = one.id::bigint and (${mine}::bigint[] is null or id = any(${mine}::bigint[]))`
  const ofCompany = (table: string, name: string) => sql`
    select ${sql.ref(name)} from ${sql.table(table)} where id = one.id::bigint
      and (company_id is null or company_id = log.company_id)`
  const isOf = (fields: readonly string[]) => sql`changed.wire = any(${[...fields]}::text[])`
  return sql`case when coalesce(jsonb_typeof(${value}), 'null') not in ('number', 'array') then ${value}
    when ${isOf(OF_USERS)} then ${namesOf(value, person, 'altcineva')}
    when ${isOf(OF_COMPANIES)} then ${namesOf(value, company, 'altă companie')}
    when ${isOf(OF_PARTNERS)} then ${namesOf(value, sql`select name from companies where id = one.id::bigint`, 'altă companie')}
    when ${isOf(OF_SERVICES)} then ${namesOf(value, ofCompany('services', 'name'), 'alt serviciu')}
    when ${isOf(OF_TARIFFS)} then ${namesOf(value, ofCompany('tariffs', 'name'), 'alt tarif')}
    when ${isOf(OF_DISCOUNTS)} then ${namesOf(value, ofCompany('discounts', 'name'), 'altă reducere')}
    when ${isOf(OF_CONTENTS)} then ${namesOf(value, sql`select title from contents where id = one.id::bigint`, 'altă pagină')}
    else ${value} end`
}

function namesOf(value: RawBuilder<unknown>, name: RawBuilder<unknown>, unknown: string): RawBuilder<unknown> {
  return sql`(select coalesce(jsonb_agg(coalesce((${name}), ${unknown}::text) order by one.place), '[]')
    from jsonb_array_elements_text(case jsonb_typeof(${value}) when 'array' then ${value} else jsonb_build_array(${value}) end)
      with ordinality as one(id, place))`
}
