import type { Db, Tx } from '../db/database.ts'

export interface CompanyFacts {
  companyId: number
  name: string
  packageId: number
  status: 'trial' | 'active' | 'suspended'
  /** Last day of the trial, 'YYYY-MM-DD' in Bucharest; null when there is none. */
  trialUntil: string | null
  lat: number | null
  lng: number | null
}

export async function findCompany(db: Db | Tx, companyId: number): Promise<CompanyFacts | null> {
  const row = await db
    .selectFrom('companies')
    .select(['id', 'name', 'package_id', 'status', 'trial_until', 'lat', 'lng'])
    .where('id', '=', companyId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) return null
  const { id, name, package_id, status, trial_until, lat, lng } = row
  return { companyId: id, name, packageId: package_id, status, trialUntil: trial_until, lat, lng }
}

export interface CompanySettings {
  pendingTimeoutMinutes: number
  scheduledLeadMinutes: number
  skipEmptySteps: boolean
  operatorListHours: number
  requireValidCarPapers: boolean
  publicLive: boolean
  autoPause: boolean
  playbackEnabled: boolean
  minBalanceToWorkBani: number | null
}

/** What a company without a settings row gets; the same as the columns' defaults. */
const DEFAULTS: CompanySettings = {
  pendingTimeoutMinutes: 15,
  scheduledLeadMinutes: 15,
  skipEmptySteps: false,
  operatorListHours: 24,
  requireValidCarPapers: false,
  publicLive: false,
  autoPause: false,
  playbackEnabled: false,
  minBalanceToWorkBani: null,
}

export async function readSettings(db: Db | Tx, companyId: number): Promise<CompanySettings> {
  const row = await db.selectFrom('company_settings').selectAll().where('company_id', '=', companyId).executeTakeFirst()
  if (!row) return DEFAULTS
  return {
    pendingTimeoutMinutes: row.pending_timeout_min,
    scheduledLeadMinutes: row.scheduled_lead_min,
    skipEmptySteps: row.skip_empty_steps,
    operatorListHours: row.operator_list_hours,
    requireValidCarPapers: row.require_valid_car_papers,
    publicLive: row.public_live,
    autoPause: row.auto_pause,
    playbackEnabled: row.playback_enabled,
    minBalanceToWorkBani: row.min_balance_to_work_bani,
  }
}

/** Ids of the companies that accepted to work with this one, whichever of the two asked. */
export async function partnersOf(db: Db | Tx, companyId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('company_partners')
    .select((eb) =>
      eb
        .case()
        .when('company_id', '=', companyId)
        .then(eb.ref('partner_company_id'))
        .else(eb.ref('company_id'))
        .end()
        .as('id'),
    )
    .distinct()
    .where((eb) => eb.or([eb('company_id', '=', companyId), eb('partner_company_id', '=', companyId)]))
    .where('accepted_at', 'is not', null)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}
