import type { FinanceSettingsChange } from '@dispecerat/contract/billing/finance'
import { FieldErrors } from '@dispecerat/domain/kernel/errors'
import type { CompanyId, DriverId } from '@dispecerat/domain/kernel/ids'
import { baniFromRon } from '@dispecerat/domain/kernel/money'
import { chosenCompany } from '../../identity/companies/companies.public.ts'
import { recordAudit } from '../../platform/audit/audit.public.ts'
import { type Actor, SYSTEM } from '../../platform/db/actor.ts'
import { type LogEvent, record } from '../../platform/db/event-log.ts'
import { write } from '../../platform/db/write.ts'
import { checkAll, needs } from '../../platform/http/check-all.ts'
import { type ReadVersion, requireFresh } from '../../platform/http/read-version.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { driversBetween, type FinanceTerms, lockTerms, saveTerms } from './finance-settings.store.ts'

/** Events per transaction, which can record at most 4096. */
const PORTION = 500

/**
 * Changes the given fields; the search applies a new minimum balance at once. `settings.changed_meanwhile` when somebody saved them after
 * `version` was read.
 */
export async function changeFinanceSettings(
  server: Server,
  actor: Actor,
  { change, version }: { change: FinanceSettingsChange; version: ReadVersion },
): Promise<{ companyId: CompanyId }> {
  const result = await write(server, actor, async (tx) => {
    const companyId = await chosenCompany(tx, actor.scope, change.company_id)
    const stored = await lockTerms(tx, companyId)
    requireFresh(version, stored, 'settings.changed_meanwhile')
    const { terms: before } = stored
    const now = server.clock.now()
    const after = merged(before, { ...change })
    await checkAll(actor, () => {
      needs(change, 'commission_type', 'commission_value')
      if (after.type === 'percent' && after.hundredths > 10_000) {
        throw new FieldErrors({ commission_value: ['Cel mult 100 %'] })
      }
    })
    await saveTerms(tx, companyId, after, { userId: actor.userId, now })
    const changed = { entity: 'finance_settings', entityId: companyId, companyId, action: 'changed', before, after }
    await recordAudit(tx, actor, changed, now)
    const drivers = await driversBetween(tx, companyId, before.minBalanceToWorkBani, after.minBalanceToWorkBani)
    await record(
      tx,
      [{ event: 'company_settings_changed', toCompanies: [companyId], data: { company_id: companyId } }],
      now,
    )
    return { companyId, drivers }
  })
  await announceDrivers(server, result)
  return { companyId: result.companyId }
}

/** The search already uses the new terms, so consoles may be notified of the drivers in portions. */
async function announceDrivers(
  server: Server,
  { companyId, drivers = [] }: { companyId: CompanyId; drivers?: readonly DriverId[] },
): Promise<void> {
  for (let from = 0; from < drivers.length; from += PORTION) {
    const events = drivers.slice(from, from + PORTION).map((driver_id): LogEvent => {
      return { event: 'driver_status_changed', toCompanies: [companyId], data: { driver_id } }
    })
    await write(server, SYSTEM, (tx) => record(tx, events, server.clock.now()))
  }
}

function merged(terms: FinanceTerms, change: FinanceSettingsChange): FinanceTerms {
  const bani = <T extends number | null>(ron: number | null | undefined, now: T) =>
    ron === undefined ? now : ron === null ? null : baniFromRon(ron)
  return {
    type: change.commission_type ?? terms.type,
    hundredths: bani(change.commission_value, terms.hundredths) ?? 0,
    cardFeeHundredths: bani(change.card_fee_percent, terms.cardFeeHundredths) ?? 0,
    negativeLimitBani: bani(change.allow_negative_limit, terms.negativeLimitBani) ?? 0,
    minBalanceToWorkBani: bani(change.min_balance_to_work, terms.minBalanceToWorkBani),
    lowBalanceWarningBani: bani(change.low_balance_warning, terms.lowBalanceWarningBani),
    payout: change.protocol_payout ?? terms.payout,
  }
}
