import type { Zone } from '@dispecerat/domain/geography/zone'
import { ZoneIndex } from '@dispecerat/domain/geography/zone-index'
import type { Point } from '@dispecerat/domain/kernel/geo'
import type { CompanyId, ZoneId } from '@dispecerat/domain/kernel/ids'
import { wallTime } from '@dispecerat/domain/kernel/wall-time'
import { chooseLead, type Lead, type LeadRule, NO_LEAD, USUAL_LEAD } from '@dispecerat/domain/orders/lead'
import type { LearnedTime } from '@dispecerat/domain/orders/learned-times'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'

interface LeadRequest {
  companyId: CompanyId
  /** Null: now. */
  leavesAt: Date | null
  pickup: Point | undefined
  /** The order's own minutes. */
  own: number | null
}

interface Row {
  rule: LeadRule | null
  learned: (LearnedTime & { ring: Zone['ring'] | null })[]
}

/** Lead of an order that departs later. An order for now needs none and costs no statement. */
export async function leadOfOrder(tx: Tx, request: LeadRequest, now: Date): Promise<Lead> {
  const { companyId, leavesAt, pickup, own } = request
  if (leavesAt === null || leavesAt <= now) return NO_LEAD
  const hour = Number(wallTime(leavesAt).time.slice(0, 2))
  const { rows } = await sql<Row>`
    select
      (select json_build_object('minutes', scheduled_lead_min, 'isLearned', scheduled_lead_learned)
        from company_settings where company_id = ${companyId}) as rule,
      (select coalesce(json_agg(json_build_object('zoneId', zone_id, 'hour', hour, 'minutes', minutes, 'orders', orders,
          'unserved', unserved, 'ring', zone.paths)), '[]')
        from learned_times as learned left join polygons as zone on zone.id = learned.zone_id and zone.deleted_at is null
        where learned.company_id = ${companyId} and hour = ${hour} and (zone_id is null
          or ${pickup?.lat ?? null} between south and north and ${pickup?.long ?? null} between west and east)) as learned
  `.execute(tx)
  const rule = rows[0]?.rule ?? USUAL_LEAD
  return chooseLead({ own, rule, learned: nearestFirst(rows[0]?.learned ?? [], pickup) })
}

/** Times of the smallest zone around the pickup that has any, then those of the company. */
function nearestFirst(learned: Row['learned'], pickup: Point | undefined): LearnedTime[] {
  const zones = learned.flatMap(({ zoneId: id, ring }) => (id === null || ring === null ? [] : [{ id, ring }]))
  const zoneId: ZoneId | null = pickup && zones.length > 0 ? new ZoneIndex(zones).zoneAt(pickup) : null
  return [
    ...(zoneId === null ? [] : learned.filter((time) => time.zoneId === zoneId)),
    ...learned.filter((time) => time.zoneId === null),
  ]
}
