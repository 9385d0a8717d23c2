import { bucharestDay } from '@dispecerat/domain/bucharest-day'
import { hasFullQuotas } from '@dispecerat/domain/company-approval'
import { DAILY_LIMITS, isOnlyNoted, QuotaExceeded, type QuotaKind, type QuotaState } from '@dispecerat/domain/quota'
import { recordChange } from '../audit/audit.public.ts'
import { SYSTEM } from '../db/caller.ts'
import type { Tx } from '../db/database.ts'
import { addUsage, findQuota, lockQuota } from './quotas.store.ts'

export interface Spending {
  companyId: number
  kind: QuotaKind
  amount: number
}

/**
 * Counts what a user starts, in the transaction that does it. The lock is held until the commit, so that two at the same time cannot
 * pass the limit together. Throws QuotaExceeded, which rolls the work back.
 */
export async function requireQuota(tx: Tx, spending: Spending, now: Date): Promise<void> {
  if (spending.amount <= 0) return
  await lockQuota(tx, spending.companyId, spending.kind)
  const state = await count(tx, spending, now)
  if (state) throw new QuotaExceeded(state, spending.amount)
}

/**
 * Counts what follows from other work, which must go on when the limit is reached: false, and nothing is counted. It takes no lock,
 * because orders of one company would wait for one another: transactions that are open at the same moment may pass the limit by one each.
 */
export async function countIfFits(tx: Tx, spending: Spending, now: Date): Promise<boolean> {
  return (await count(tx, spending, now)) === null
}

/** An order that is placed; without a lock, for the same reason. Throws QuotaExceeded, never for a vetted company. */
export async function countNewOrder(tx: Tx, companyId: number, now: Date): Promise<void> {
  const state = await count(tx, { companyId, kind: 'orders', amount: 1 }, now)
  if (state) throw new QuotaExceeded(state, 1)
}

/** What was counted on `day` ('YYYY-MM-DD' in Bucharest) and did not happen. */
export async function giveBackQuota(tx: Tx, { companyId, kind, amount }: Spending, day: string): Promise<void> {
  if (amount > 0) await addUsage(tx, { companyId, kind, day }, -amount)
}

/** Null when it was counted, otherwise the quota that has no room for it. */
async function count(tx: Tx, { companyId, kind, amount }: Spending, now: Date): Promise<QuotaState | null> {
  const day = bucharestDay(now)
  const row = await findQuota(tx, companyId, kind, day)
  if (!row) return null
  const tier = hasFullQuotas(row) ? 'full' : 'trial'
  const limit = row.ownLimit ?? DAILY_LIMITS[tier][kind]
  const total = row.used + amount
  if (total > limit && !isOnlyNoted(kind, tier)) return { kind, limit, used: row.used }
  await addUsage(tx, { companyId, kind, day }, amount)
  if (row.used <= limit && total > limit) {
    const about = { entity: 'company', entityId: companyId, companyId, action: 'over_quota' }
    await recordChange(tx, SYSTEM, { ...about, before: null, after: { quota: kind, limit_per_day: limit } }, now)
  }
  return null
}
