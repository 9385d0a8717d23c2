import { ZoneIndex } from '@dispecerat/domain/geography/zone-index'
import { bucharestDay } from '@dispecerat/domain/kernel/bucharest-day'
import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import { wallTime } from '@dispecerat/domain/kernel/wall-time'
import { learnTimes, type PastPickup } from '@dispecerat/domain/orders/learned-times'
import { zonesOfCompany } from '../../geography/zones/zones.public.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { companiesToLearn, pastPickups, saveLearnedTimes } from './learned-times.store.ts'

const DAY_MS = 24 * 3_600_000
/** Four weeks have every weekday four times, and a change of the traffic is learned within a month. */
const DAYS = 28
/** After the hour of the retention job, so that the two do not share it. */
const FROM_HOUR = '03:30:00'

type Night = Pick<Server, 'db' | 'clock'>

/**
 * Learns every company's times once a night, each in a transaction of its own. A night that was interrupted goes on with the companies that
 * are left. Returns the number of companies; 0 when it is too early or all are done.
 */
export async function learnTimesOfNight(
  { db, clock }: Night,
  isStopping: () => boolean = () => false,
): Promise<number> {
  const now = clock.now()
  const night = bucharestDay(now)
  if (wallTime(now).time < FROM_HOUR) return 0
  let learned = 0
  for (const companyId of await companiesToLearn(db, night)) {
    const pickups = await pickupsOf(db, companyId, now, isStopping)
    if (isStopping()) break
    const zones = await zonesOfCompany(db, companyId)
    const index = new ZoneIndex(zones)
    const times = learnTimes(pickups, (point) => index.zoneAt(point))
    if (await db.transaction().execute((tx) => saveLearnedTimes(tx, companyId, night, { times, zones }))) learned += 1
  }
  return learned
}

/** Read day by day, so that no statement covers the orders of a month. */
async function pickupsOf(
  db: Night['db'],
  companyId: CompanyId,
  now: Date,
  isStopping: () => boolean,
): Promise<PastPickup[]> {
  const pickups: PastPickup[] = []
  for (let day = DAYS; day > 0 && !isStopping(); day--) {
    const from = new Date(now.getTime() - day * DAY_MS)
    pickups.push(...(await pastPickups(db, companyId, { from, to: new Date(from.getTime() + DAY_MS) })))
  }
  return pickups
}
