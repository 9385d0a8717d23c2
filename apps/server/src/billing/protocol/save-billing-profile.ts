import type { TypedBillingProfile } from '@dispecerat/contract/billing/protocol'
import { cityOnInvoice } from '@dispecerat/domain/billing/invoice'
import { FieldErrors } from '@dispecerat/domain/kernel/errors'
import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import { chosenCompany, claimCui, verifiedCui } from '../../identity/companies/companies.public.ts'
import { recordAudit } from '../../platform/audit/audit.public.ts'
import type { Actor } from '../../platform/db/actor.ts'
import { write } from '../../platform/db/write.ts'
import { checkAll } from '../../platform/http/check-all.ts'
import { type ReadVersion, requireFresh } from '../../platform/http/read-version.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { lockProfile, saveProfile } from './billing-profile.store.ts'

/** Saves the issuer of invoices; issued ones stay unchanged. Throws `settings.changed_meanwhile`, FieldErrors. */
export async function saveBillingProfile(
  server: Server,
  actor: Actor,
  { typed, version }: { typed: TypedBillingProfile; version: ReadVersion },
): Promise<{ companyId: CompanyId }> {
  return write(server, actor, async (tx) => {
    const companyId = await chosenCompany(tx, actor.scope, typed.company_id)
    const stored = await lockProfile(tx, companyId)
    requireFresh(version, stored, 'settings.changed_meanwhile')
    const { profile: before } = stored
    const ownCui = await verifiedCui(tx, companyId)
    await checkAll(
      actor,
      () =>
        refuseIf(
          ownCui !== null && ownCui !== typed.cui,
          'cui',
          `Compania facturează numai cu CUI-ul ei aprobat: ${ownCui}`,
        ),
      () =>
        refuseIf(
          cityOnInvoice(typed.county, typed.city) === null,
          'city',
          'În București scrieți sectorul: Sector 1 … Sector 6',
        ),
      () => {
        const isUnfounded = typed.vat_state === 'exempt' && typed.exemption_reason === null
        refuseIf(isUnfounded, 'exemption_reason', 'Scrieți temeiul scutirii')
      },
      () => refuseIf(typed.series === typed.credit_series, 'credit_series', 'Stornările au altă serie decât facturile'),
    )
    const { company_id: _requestedId, ...profile } = typed
    const now = server.clock.now()
    // Until the platform approves it nothing is issued under it.
    await claimCui(tx, companyId, profile.cui)
    await saveProfile(tx, companyId, profile, { userId: actor.userId, now })
    const action = before === null ? 'created' : 'changed'
    const entry = { entity: 'billing_profile', entityId: companyId, companyId, action, before, after: profile }
    await recordAudit(tx, actor, entry, now)
    return { companyId }
  })
}

function refuseIf(isRefused: boolean, field: keyof TypedBillingProfile, why: string): void {
  if (isRefused) throw new FieldErrors({ [field]: [why] })
}
