/**
 * What a company may spend of the installation: whether anything leaves for it, to which countries, how much a day, and how many
 * sockets its consoles hold. Owns
 * company_quotas and company_usage, and reads the columns approval, is_email_proved and sms_prefixes of companies.
 * Below the outbox: whatever spends asks here in its own transaction. Records no events.
 */

export { type LimitChange, ownLimits, saveLimits } from './quotas.store.ts'
export { countIfFits, countNewOrder, giveBackQuota, requireQuota } from './quotas.ts'
export { SocketQuotas } from './socket-quotas.ts'
export { usageView } from './usage.views.ts'
export { mayLeave, requireMayLeave, smsPrefixesOf, vettingOf } from './vetting.store.ts'
