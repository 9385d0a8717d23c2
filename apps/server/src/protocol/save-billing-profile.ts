import type { TypedBillingProfile } from '@dispecerat/contract/protocol'
import { DomainError, FieldErrors } from '@dispecerat/domain/errors'
import { cityOnInvoice } from '@dispecerat/domain/invoice'
import { recordChange } from '../audit/audit.public.ts'
import { askForCui, chosenCompany, verifiedCui } from '../companies/companies.public.ts'
import type { Caller } from '../db/caller.ts'
import { versionOfValues } from '../db/version-of-values.ts'
import { write } from '../db/write.ts'
import type { Server } from '../server.ts'
import { lockProfile, saveProfile } from './billing-profile.store.ts'

/** Writes whom invoices come from; those already issued stay as they are. Throws `settings.changed_meanwhile`, FieldErrors. */
export async function saveBillingProfile(
  server: Server,
  caller: Caller,
  { typed, version }: { typed: TypedBillingProfile; version: string | undefined },
): Promise<{ companyId: number }> {
  return write(server, caller, async (tx) => {
    const { company_id: asked, ...profile } = typed
    const companyId = await chosenCompany(tx, caller.scope, asked)
    const before = await lockProfile(tx, companyId)
    if (version !== undefined && version !== versionOfValues(before ?? {})) {
      throw new DomainError('settings.changed_meanwhile')
    }
    const problems: Record<string, string[]> = {}
    const ownCui = await verifiedCui(tx, companyId)
    if (ownCui !== null && ownCui !== profile.cui) {
      problems.cui = [`Compania facturează numai cu CUI-ul ei aprobat: ${ownCui}`]
    }
    if (cityOnInvoice(profile.county, profile.city) === null) {
      problems.city = ['În București scrieți sectorul: Sector 1 … Sector 6']
    }
    if (profile.vat_state === 'exempt' && profile.exemption_reason === null) {
      problems.exemption_reason = ['Scrieți temeiul scutirii']
    }
    if (profile.series === profile.credit_series) problems.credit_series = ['Stornările au altă serie decât facturile']
    if (Object.keys(problems).length > 0) throw new FieldErrors(problems)
    const now = server.clock.now()
    // Until the platform approves it nothing is issued under it.
    await askForCui(tx, companyId, profile.cui)
    await saveProfile(tx, companyId, profile, { userId: caller.userId, now })
    const action = before === null ? 'created' : 'changed'
    const told = { entity: 'billing_profile', entityId: companyId, companyId, action, before, after: profile }
    await recordChange(tx, caller, told, now)
    return { companyId }
  })
}
