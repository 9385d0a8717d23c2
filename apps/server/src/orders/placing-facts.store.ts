import { bucharestDay } from '@dispecerat/domain/bucharest-day'
import { sql } from 'kysely'
import type { CompanyClient } from '../clients/clients.public.ts'
import type { Caller } from '../db/caller.ts'
import type { Tx } from '../db/database.ts'
import type { OrderWish } from './order-wish.ts'

/** All a wish is checked against. */
export interface PlacingFacts {
  leadMinutes: number
  /** The company itself, its accepted partners, and the companies the caller works for (ORD-82). */
  allowedCompanyIds: number[]
  serviceIsKnown: boolean
  unknownOptions: string[]
  isBlocked: boolean
  protocolIsActive: boolean
  /** Named drivers who drive for none of the companies asked. */
  unknownDriverIds: number[]
  /** null: no client of this company has the phone. */
  client: CompanyClient | null
}

/** One round trip for everything placing an order has to know. */
export async function placingFacts(
  tx: Tx,
  { companyId, caller }: { companyId: number; caller: Caller },
  wish: OrderWish,
  now: Date,
): Promise<PlacingFacts> {
  const worker = caller.scope.ownUserId === null ? caller.userId : null
  const { rows } = await sql<PlacingFacts>`
    with allowed as (
      select ${companyId}::bigint as id
      union select partner_company_id from company_partners where company_id = ${companyId} and accepted_at is not null
      union select company_id from company_partners where partner_company_id = ${companyId} and accepted_at is not null
      union select company_id from user_companies where user_id = ${worker}
    )
    select
      coalesce((select scheduled_lead_min from company_settings where company_id = ${companyId}), 15) as "leadMinutes",
      array(select id from allowed) as "allowedCompanyIds",
      exists (select from services where id = ${wish.serviceId} and is_active
        and (company_id is null or company_id = ${companyId})) as "serviceIsKnown",
      array(select key from unnest(${Object.keys(wish.options)}::text[]) as asked(key)
        where not exists (select from order_options o where o.key = asked.key and o.is_active)) as "unknownOptions",
      exists (select from blocked_phones where company_id = ${companyId}
        and phone in (${wish.clientPhone}, ${wish.phone})) as "isBlocked",
      exists (select from protocol_companies where user_id = ${wish.protocolUserId} and company_id = ${companyId}
        and is_active and (contract_until is null or contract_until >= ${bucharestDay(now)}::date)) as "protocolIsActive",
      array(select driver_id from unnest(${wish.customDriverIds}::bigint[]) as named(driver_id)
        where not exists (select from driver_status d where d.driver_id = named.driver_id
          and d.company_id in (select id from allowed))) as "unknownDriverIds",
      (select json_build_object('id', c.user_id, 'name', c.name, 'about', c.about)
        from users u join company_clients c on c.user_id = u.id and c.company_id = ${companyId}
        where u.phone = ${wish.clientPhone}) as client
  `.execute(tx)
  const facts = rows[0]
  if (!facts) throw new Error('a select without from has one row')
  return facts
}

/** The first company of a super user, who has no scope to take it from. */
export async function firstCompanyOf(tx: Tx, userId: number): Promise<number | null> {
  const { rows } = await sql<{ company_id: number }>`
    select company_id from user_companies where user_id = ${userId} order by company_id limit 1
  `.execute(tx)
  return rows[0]?.company_id ?? null
}
