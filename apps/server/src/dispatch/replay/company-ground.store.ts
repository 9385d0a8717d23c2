import type { PastStand } from '@dispecerat/domain/dispatch/replay/world'
import type { Zone } from '@dispecerat/domain/geography/zone'
import { SETTINGS } from '@dispecerat/domain/identity/company-settings'
import { coarsePoint, type Point } from '@dispecerat/domain/kernel/geo'
import type { CompanyId, StandId, ZoneId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

export interface CompanyGround {
  skipEmptySteps: boolean
  pendingTimeoutMinutes: number
  zones: Zone[]
  stands: PastStand[]
}

/** Current zones of the company, stands of all companies that may drive its orders, and its settings. */
export async function companyGround(
  db: Db,
  companyId: CompanyId,
  companyIds: readonly CompanyId[],
): Promise<CompanyGround> {
  const [settings, zones, stands] = await Promise.all([
    settingsOf(db, companyId),
    sql<Zone>`
      select id, paths as ring from polygons where company_id = ${companyId} and deleted_at is null order by id
    `.execute(db),
    sql<StandRow>`
      select id as "standId", company_id as "companyId", jsonb_build_object('lat', lat, 'long', long) as point,
        radius_m as "radiusMetres", polygon_id as "zoneId"
      from stands where is_active and company_id = any(${[...companyIds]}::bigint[]) order by id
    `.execute(db),
  ])
  return { ...settings, zones: zones.rows, stands: stands.rows.map((stand) => coarseStand(stand, companyId)) }
}

interface StandRow extends PastStand {
  standId: StandId
  point: Point
  zoneId: ZoneId | null
}

/** Made coarse like the trails of a partner's drivers: otherwise none of them would ever be at the stand. */
function coarseStand(stand: StandRow, ownId: CompanyId): StandRow {
  return stand.companyId === ownId ? stand : { ...stand, point: coarsePoint(stand.point) }
}

async function settingsOf(
  db: Db,
  companyId: CompanyId,
): Promise<Pick<CompanyGround, 'skipEmptySteps' | 'pendingTimeoutMinutes'>> {
  const row = await db
    .selectFrom('company_settings')
    .select(['skip_empty_steps', 'pending_timeout_min'])
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  return {
    skipEmptySteps: row?.skip_empty_steps ?? SETTINGS.search.skip_empty_steps.default,
    pendingTimeoutMinutes: row?.pending_timeout_min ?? SETTINGS.orders.pending_timeout_min.default,
  }
}
