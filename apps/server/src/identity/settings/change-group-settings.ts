import type { SettingsChange } from '@dispecerat/contract/identity/settings'
import { fieldsOfGroup, type SettingsGroup } from '@dispecerat/domain/identity/company-settings'
import { FieldErrors } from '@dispecerat/domain/kernel/errors'
import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import { recordAudit } from '../../platform/audit/audit.public.ts'
import type { Actor } from '../../platform/db/actor.ts'
import { record } from '../../platform/db/event-log.ts'
import { write } from '../../platform/db/write.ts'
import { type ReadVersion, requireFresh } from '../../platform/http/read-version.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { chosenCompany } from '../companies/companies.public.ts'
import { lockGroup, type SettingsValues, saveGroup } from './group-settings.store.ts'

interface GroupChange {
  companyId: CompanyId | undefined
  group: SettingsGroup
  change: SettingsChange
  /** The version that was read before editing. */
  version: ReadVersion
}

/**
 * Changes fields of one group. FieldErrors for a field of another group; `settings.changed_meanwhile` when any group of the company was
 * saved after it was read, because all are one row.
 */
export async function changeGroupSettings(
  server: Server,
  actor: Actor,
  { group, change, version, ...input }: GroupChange,
): Promise<{ companyId: CompanyId }> {
  return write(server, actor, async (tx) => {
    const companyId = await chosenCompany(tx, actor.scope, input.companyId)
    const wanted = ofThisGroup(group, change)
    const stored = await lockGroup(tx, companyId, group)
    requireFresh(version, stored, 'settings.changed_meanwhile')
    const { values: before } = stored
    const now = server.clock.now()
    await saveGroup(tx, companyId, wanted)
    const about = { entity: `settings_${group}`, entityId: companyId, companyId, action: 'changed' }
    await recordAudit(tx, actor, { ...about, before, after: { ...before, ...wanted } }, now)
    const toCompanies = [companyId]
    await record(tx, [{ event: 'company_settings_changed', toCompanies, data: { company_id: companyId } }], now)
    return { companyId }
  })
}

function ofThisGroup(group: SettingsGroup, change: SettingsChange): SettingsValues {
  const fields = fieldsOfGroup(group)
  const fieldsToChange = Object.entries(change).filter(([, value]) => value !== undefined)
  const ofOtherCompany = fieldsToChange.filter(([name]) => !(name in fields))
  if (ofOtherCompany.length > 0) {
    throw new FieldErrors(Object.fromEntries(ofOtherCompany.map(([name]) => [name, ['Setarea este din alt grup']])))
  }
  return Object.fromEntries(fieldsToChange) as SettingsValues
}
