import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import type { Actor, Scope } from '../../platform/db/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { write } from '../../platform/db/write.ts'
import type { ReadVersion } from '../../platform/http/read-version.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { VersionedRecord } from '../../platform/records/versioned-record.ts'
import { chosenCompany } from '../companies/companies.public.ts'
import {
  type CatalogueKind,
  type CatalogueRow,
  catalogueOf,
  type EntryFields,
  freeCode,
  holdCatalogue,
  insertEntry,
  lockEntry,
  saveEntry,
  saveOrder,
  setEntryDeleted,
} from './catalogue.store.ts'
import { requireRight } from './catalogue-rules.ts'

const MAX_KEY_LENGTH = 40

const entries = { service: entriesOf('service'), option: entriesOf('option') }

function entriesOf(kind: CatalogueKind) {
  return new VersionedRecord({
    entity: kind === 'service' ? 'service' : 'order_option',
    unknown: 'catalogue.unknown',
    conflict: 'catalogue.changed_meanwhile',
    lock: (tx, scope, id: number) => lockOwnEntry(tx, kind, scope, id),
    save: (tx, id, fields: EntryFields) => saveEntry(tx, kind, id, fields),
    setDeleted: (tx, id, deletedAt) => setEntryDeleted(tx, kind, id, deletedAt),
    auditFields: (row) => wireFields(kind, row),
  })
}

/** Throws `catalogue.platform` for a row of the platform, which only the platform's administrators change. */
async function lockOwnEntry(tx: Tx, kind: CatalogueKind, scope: Scope, id: number): Promise<CatalogueRow | null> {
  const row = await lockEntry(tx, kind, scope, id)
  if (row && row.companyId === null && scope.companies !== 'every') throw new DomainError('catalogue.platform')
  return row
}

export interface NewEntryInput {
  /** null: a row of the platform; undefined: the actor's only company. */
  companyId: CompanyId | null | undefined
  name: string
  /** Made from the name when left out. */
  code?: string | undefined
  packageId?: number | null | undefined
  baseTariffId?: number | null | undefined
  serviceIds?: number[]
}

/**
 * Creates a service or an option. Throws `catalogue.platform` for actors who may not add platform rows, and FieldErrors on `name`, `code`,
 * `package_id`, `base_tariff_id`, `service_ids`.
 */
export function createEntry(
  server: Server,
  actor: Actor,
  kind: CatalogueKind,
  { name, serviceIds = [], code: requestedCode, packageId = null, baseTariffId = null, ...whose }: NewEntryInput,
) {
  return entries[kind].create(server, actor, async (tx) => {
    const companyId = await ownerOf(tx, actor, whose.companyId)
    await holdCatalogue(tx, kind)
    const made = `${companyId === null ? '' : `c${companyId}_`}${keyFromName(name)}`
    const code = requestedCode ?? (await freeCode(tx, kind, made))
    const fields: EntryFields = { name, code, packageId, baseTariffId, serviceIds, isActive: true }
    await requireRight(tx, kind, { ...fields, companyId, id: 0, isFixed: false })
    return { id: await insertEntry(tx, kind, { ...fields, companyId }), companyId, fields }
  })
}

export interface EntryChange {
  name?: string | undefined
  is_active?: boolean | undefined
  service_ids?: number[] | undefined
  code?: string | undefined
  package_id?: number | null | undefined
  base_tariff_id?: number | null | undefined
}

/** Changes the fields in `change`. Throws `catalogue.fixed` for disabling the basic service of a package. */
export function editEntry(
  server: Server,
  actor: Actor,
  kind: CatalogueKind,
  { id, change, version }: { id: number; change: EntryChange; version: ReadVersion },
) {
  return entries[kind].edit(server, actor, id, {
    version,
    to: async (tx, row) => {
      if (row.isFixed && change.is_active === false) throw new DomainError('catalogue.fixed')
      const fields: EntryFields = {
        name: change.name ?? row.name,
        isActive: change.is_active ?? row.isActive,
        serviceIds: change.service_ids ?? row.serviceIds,
        code: change.code ?? row.code,
        packageId: change.package_id === undefined ? row.packageId : change.package_id,
        baseTariffId: change.base_tariff_id === undefined ? row.baseTariffId : change.base_tariff_id,
      }
      await holdCatalogue(tx, kind)
      await requireRight(tx, kind, { ...row, ...fields })
      return fields
    },
  })
}

/** Soft delete; existing orders keep the row. Throws `catalogue.fixed` for the basic service of a package. */
export function deleteEntry(server: Server, actor: Actor, kind: CatalogueKind, id: number) {
  return entries[kind].delete(server, actor, id, {
    before: (_tx, { isFixed }) => {
      if (isFixed) throw new DomainError('catalogue.fixed')
    },
  })
}

export function restoreEntry(server: Server, actor: Actor, kind: CatalogueKind, id: number) {
  return entries[kind].restore(server, actor, id, {
    before: async (tx, row) => {
      await holdCatalogue(tx, kind)
      await requireRight(tx, kind, row)
    },
  })
}

/** Sets the order of one owner's rows. Throws `catalogue.unknown` for a row of another owner. */
export function sortEntries(
  server: Server,
  actor: Actor,
  kind: CatalogueKind,
  { ids, ...owner }: { companyId: CompanyId | null | undefined; ids: readonly number[] },
): Promise<{ companyId: CompanyId | null }> {
  return write(server, actor, async (tx) => {
    const companyId = await ownerOf(tx, actor, owner.companyId)
    const own = (await catalogueOf(tx, kind, companyId)).filter((row) => row.companyId === companyId)
    if (ids.some((id) => own.every((row) => row.id !== id))) throw new DomainError('catalogue.unknown')
    await saveOrder(tx, kind, ids)
    return { companyId }
  })
}

async function ownerOf(tx: Tx, { scope }: Actor, requestedId: CompanyId | null | undefined): Promise<CompanyId | null> {
  if (requestedId !== null) return chosenCompany(tx, scope, requestedId)
  if (scope.companies !== 'every') throw new DomainError('catalogue.platform')
  return null
}

/** The audit log has the fields under their wire names. */
function wireFields(kind: CatalogueKind, row: EntryFields) {
  const { name, isActive, serviceIds, code, packageId, baseTariffId } = row
  const ofKind =
    kind === 'option' ? { service_ids: serviceIds } : { code, package_id: packageId, base_tariff_id: baseTariffId }
  return { name, is_active: isActive, ...ofKind }
}

/** 'Scaun înălțător' → 'scaun_inaltator'; 'optiune' for a name without letters or digits. */
function keyFromName(name: string): string {
  const plain = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  const key = plain.replace(/[^a-z0-9]+/g, '_').replace(/^_|_$/g, '')
  return key.slice(0, MAX_KEY_LENGTH) || 'optiune'
}
