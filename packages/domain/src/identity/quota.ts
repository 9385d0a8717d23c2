/** Resources of the installation used by a company, counted per day in Bucharest. Calls have limits of their own: `outgoing-calls.ts`. */
export const QUOTA_KINDS = ['sms', 'email', 'push', 'imports', 'exports', 'orders'] as const
export type QuotaKind = (typeof QUOTA_KINDS)[number]

export const QUOTA_TIERS = ['trial', 'full'] as const
export type QuotaTier = (typeof QUOTA_TIERS)[number]

/** Limits the platform may set for one company: the daily quotas, and the number of console sockets open at the same time. */
export const LIMIT_KINDS = [...QUOTA_KINDS, 'sockets'] as const
export type LimitKind = (typeof LIMIT_KINDS)[number]

/** Daily quotas of a company that was not approved yet, and of one that works; the platform may set others for one company. */
export const DAILY_LIMITS: Readonly<Record<QuotaTier, Readonly<Record<QuotaKind, number>>>> = {
  trial: { sms: 100, email: 500, push: 5_000, imports: 20, exports: 50, orders: 500 },
  full: {
    sms: 20_000,
    email: 20_000,
    push: 500_000,
    imports: 500,
    exports: 2_000,
    orders: 50_000,
  },
}

export const MAX_DAILY_LIMIT = 10_000_000

/** Console sockets per process, for both tiers; the platform may set another number for one company. */
export const DEFAULT_SOCKETS = 500
export const MAX_SOCKETS = 10_000

/** Orders of an approved company are never refused: passing the limit is only recorded. */
export function isOnlyNoted(kind: QuotaKind, tier: QuotaTier): boolean {
  return tier === 'full' && kind === 'orders'
}

export interface QuotaState {
  kind: QuotaKind
  limit: number
  used: number
}

const UNITS: Readonly<Record<QuotaKind, string>> = {
  sms: 'SMS-uri',
  email: 'e-mailuri',
  push: 'notificări',
  imports: 'importuri',
  exports: 'exporturi',
  orders: 'comenzi',
}

/** Thrown when an operation would pass the daily quota. */
export class QuotaExceeded extends Error {
  readonly quota: QuotaState
  readonly wanted: number

  constructor(quota: QuotaState, wanted: number) {
    super(`quota exceeded: ${quota.kind}`)
    this.name = 'QuotaExceeded'
    this.quota = quota
    this.wanted = wanted
  }
}

/** Error message of a refusal. */
export function quotaMessage({ kind, limit, used }: QuotaState, wanted: number): string {
  const left = Math.max(0, limit - used)
  const needed = wanted === 1 ? '' : `; necesare: ${wanted}`
  return `Limita zilnică de ${UNITS[kind]}: ${limit}. Rămase azi: ${left}${needed}`
}
