import { DELIVERY_STEPS, FALLBACK_STEPS } from '@dispecerat/domain/dispatch/search-rules'
import type { CompanyId, UserId } from '@dispecerat/domain/kernel/ids'
import type { Tx } from '../../platform/db/database.ts'
import { insertInterval } from './search-intervals.store.ts'
import { insertMethod } from './search-methods.store.ts'

const TAXI = 1

/** Creates the initial search rules of a new company: one interval for every day, all day long. */
export async function addFirstRules(
  tx: Tx,
  { companyId, packageId, userId, now }: { companyId: CompanyId; packageId: number; userId: UserId; now: Date },
): Promise<void> {
  const by = { userId, now }
  const steps = packageId === TAXI ? FALLBACK_STEPS : DELIVERY_STEPS
  const searchMethodId = await insertMethod(tx, companyId, steps, by)
  const allDay = {
    type: 'weekdays',
    timeFrom: '00:00:00',
    timeTo: '23:59:59',
    selectedDay: null,
    customDay: null,
  } as const
  await insertInterval(tx, companyId, { ...allDay, name: 'Toată ziua', searchMethodId }, by)
}
