/**
 * The limits of a company: whether messages leave for it, to which countries, how much a day, and how many sockets its consoles may open.
 * Owns company_quotas and company_usage, and reads the columns approval, is_email_proved and sms_prefixes of companies. Below the outbox:
 * modules check the limits in their own transaction. Records no events.
 */

export { type LimitChange, ownLimits, saveLimits } from './quotas.store.ts'
export { countIfFits, countNewOrder, giveBackQuota, requireQuota } from './quotas.ts'
export { SocketQuotas } from './socket-quotas.ts'
export { usageView } from './usage.views.ts'
export { mayLeave, requireMayLeave, smsPrefixesOf, vettingOf } from './vetting.store.ts'
