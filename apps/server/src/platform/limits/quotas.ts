import { hasFullQuotas } from '@dispecerat/domain/identity/company-approval'
import {
  DAILY_LIMITS,
  isOnlyNoted,
  QuotaExceeded,
  type QuotaKind,
  type QuotaState,
} from '@dispecerat/domain/identity/quota'
import { bucharestDay } from '@dispecerat/domain/kernel/bucharest-day'
import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import { recordAudit } from '../audit/audit.public.ts'
import { SYSTEM } from '../db/actor.ts'
import type { Tx } from '../db/database.ts'
import { addUsage, findQuota, lockQuota, underSharedLock } from './quotas.store.ts'

export interface Spending {
  companyId: CompanyId
  kind: QuotaKind
  amount: number
}

/**
 * Counts an action of a user in its own transaction. The lock is held until the commit, so that two concurrent ones cannot exceed the limit
 * together. Throws QuotaExceeded, which rolls the action back.
 */
export async function requireQuota(tx: Tx, spending: Spending, now: Date): Promise<void> {
  if (spending.amount <= 0) return
  await lockQuota(tx, spending.companyId, spending.kind)
  const state = await count(tx, spending, await find(tx, spending, now), now)
  if (state) throw new QuotaExceeded(state, spending.amount)
}

/** Counts a consequence of other work, which must go on when the limit is reached: then it returns false and counts nothing. */
export async function countIfFits(tx: Tx, spending: Spending, now: Date): Promise<boolean> {
  return (await countBesideOthers(tx, spending, now)) === null
}

/** Counts a new order. Throws QuotaExceeded, never for an approved company. */
export async function countNewOrder(tx: Tx, companyId: CompanyId, now: Date): Promise<void> {
  const state = await countBesideOthers(tx, { companyId, kind: 'orders', amount: 1 }, now)
  if (state) throw new QuotaExceeded(state, 1)
}

/** More transactions than all processes of an installation have open at the same time. */
const OPEN_TRANSACTIONS = 256

/**
 * Orders of one company must not wait for one another's commit. While all possible concurrent transactions fit below the limit, they count
 * under a shared lock; nearer to it under an exclusive one, so that a burst does not exceed it.
 */
async function countBesideOthers(tx: Tx, spending: Spending, now: Date): Promise<QuotaState | null> {
  const before = await find(tx, spending, now)
  if (!before || before.isOnlyNoted) return count(tx, spending, before, now)
  // Uncommitted counts of others can only increase it.
  if (before.used + spending.amount > before.limit) return before
  if (hasCapacityForAll(before, spending)) {
    const isCounted = await underSharedLock(tx, spending, async () => {
      const found = await find(tx, spending, now)
      if (!found || !hasCapacityForAll(found, spending)) return null
      await count(tx, spending, found, now)
      return true
    })
    if (isCounted) return null
  }
  await lockQuota(tx, spending.companyId, spending.kind)
  return count(tx, spending, await find(tx, spending, now), now)
}

function hasCapacityForAll({ used, limit }: QuotaState, { amount }: Spending): boolean {
  return used + OPEN_TRANSACTIONS * amount <= limit
}

/** Takes back what was counted on `day` ('YYYY-MM-DD' in Bucharest) and did not happen. */
export async function giveBackQuota(tx: Tx, { companyId, kind, amount }: Spending, day: string): Promise<void> {
  if (amount > 0) await addUsage(tx, { companyId, kind, day }, -amount)
}

type FoundQuota = QuotaState & { isOnlyNoted: boolean }

/** The company's quota of the day; null for a deleted company. */
async function find(tx: Tx, { companyId, kind }: Spending, now: Date): Promise<FoundQuota | null> {
  const row = await findQuota(tx, companyId, kind, bucharestDay(now))
  if (!row) return null
  const tier = hasFullQuotas(row) ? 'full' : 'trial'
  const limit = row.ownLimit ?? DAILY_LIMITS[tier][kind]
  return { kind, limit, used: row.used, isOnlyNoted: isOnlyNoted(kind, tier) }
}

/** Null when it was counted, otherwise the quota that is exhausted. */
async function count(tx: Tx, spending: Spending, found: FoundQuota | null, now: Date): Promise<QuotaState | null> {
  if (!found) return null
  const { companyId, kind, amount } = spending
  const { limit, used } = found
  const total = used + amount
  if (total > limit && !found.isOnlyNoted) return { kind, limit, used }
  await addUsage(tx, { companyId, kind, day: bucharestDay(now) }, amount)
  if (used <= limit && total > limit) {
    const about = { entity: 'company', entityId: companyId, companyId, action: 'over_quota' }
    await recordAudit(tx, SYSTEM, { ...about, before: null, after: { quota: kind, limit_per_day: limit } }, now)
  }
  return null
}
