import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import { audited } from '../../platform/audit/audit.public.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { write } from '../../platform/db/write.ts'
import { type ReadVersion, requireFresh } from '../../platform/http/read-version.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { chosenCompany } from '../companies/companies.public.ts'
import {
  type CatalogueKind,
  type CatalogueRow,
  catalogueOf,
  freeCode,
  holdCatalogue,
  insertEntry,
  lockEntry,
  saveEntry,
  saveOrder,
  setEntryDeleted,
} from './catalogue.store.ts'
import { type CatalogueFields, requireRight } from './catalogue-rules.ts'

const MAX_KEY_LENGTH = 40

interface EntryId {
  id: number
}

const recordChange: Record<CatalogueKind, ReturnType<typeof audited<object, CompanyId | null>>> = {
  service: audited({ entity: 'service' }),
  option: audited({ entity: 'order_option' }),
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
): Promise<EntryId> {
  return write(server, actor, async (tx) => {
    const companyId = await ownerOf(tx, actor, whose.companyId)
    await holdCatalogue(tx, kind)
    const made = `${companyId === null ? '' : `c${companyId}_`}${keyFromName(name)}`
    const code = requestedCode ?? (await freeCode(tx, kind, made))
    const entry = { companyId, name, code, packageId, baseTariffId, serviceIds }
    await requireRight(tx, kind, { ...entry, id: 0, isFixed: false })
    const id = await insertEntry(tx, kind, entry)
    const after = fieldsOf(kind, { ...entry, isActive: true })
    await recordChange[kind](tx, actor, { id, companyId, action: 'created', after }, server.clock.now())
    return { id }
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
  { id, change, version }: EntryId & { change: EntryChange; version: ReadVersion },
): Promise<EntryId> {
  return write(server, actor, async (tx) => {
    const row = await openEntry(tx, actor, kind, id)
    requireFresh(version, row, 'catalogue.changed_meanwhile')
    if (row.isFixed && change.is_active === false) throw new DomainError('catalogue.fixed')
    const after: CatalogueRow = {
      ...row,
      name: change.name ?? row.name,
      isActive: change.is_active ?? row.isActive,
      serviceIds: change.service_ids ?? row.serviceIds,
      code: change.code ?? row.code,
      packageId: change.package_id === undefined ? row.packageId : change.package_id,
      baseTariffId: change.base_tariff_id === undefined ? row.baseTariffId : change.base_tariff_id,
    }
    await holdCatalogue(tx, kind)
    await requireRight(tx, kind, after)
    await saveEntry(tx, kind, after)
    const { companyId } = row
    const sides = { before: fieldsOf(kind, row), after: fieldsOf(kind, after) }
    await recordChange[kind](tx, actor, { id, companyId, action: 'changed', ...sides }, server.clock.now())
    return { id }
  })
}

/** Soft delete; existing orders keep the row. */
export function deleteEntry(server: Server, actor: Actor, kind: CatalogueKind, id: number): Promise<EntryId> {
  return write(server, actor, async (tx) => {
    const row = await openEntry(tx, actor, kind, id)
    if (row.isFixed) throw new DomainError('catalogue.fixed')
    const now = server.clock.now()
    await setEntryDeleted(tx, kind, id, now)
    const { companyId } = row
    await recordChange[kind](tx, actor, { id, companyId, action: 'deleted', before: fieldsOf(kind, row) }, now)
    return { id }
  })
}

export function restoreEntry(server: Server, actor: Actor, kind: CatalogueKind, id: number): Promise<EntryId> {
  return write(server, actor, async (tx) => {
    const row = await mine(tx, actor, kind, id)
    if (!row.isDeleted) throw new DomainError('catalogue.unknown')
    await holdCatalogue(tx, kind)
    await requireRight(tx, kind, row)
    await setEntryDeleted(tx, kind, id, null)
    const { companyId } = row
    const change = { id, companyId, action: 'restored', after: fieldsOf(kind, row) }
    await recordChange[kind](tx, actor, change, server.clock.now())
    return { id }
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

async function mine(tx: Tx, { scope }: Actor, kind: CatalogueKind, id: number): Promise<CatalogueRow> {
  const row = await lockEntry(tx, kind, scope, id)
  if (!row) throw new DomainError('catalogue.unknown')
  if (row.companyId === null && scope.companies !== 'every') throw new DomainError('catalogue.platform')
  return row
}

async function openEntry(tx: Tx, actor: Actor, kind: CatalogueKind, id: number): Promise<CatalogueRow> {
  const row = await mine(tx, actor, kind, id)
  if (row.isDeleted) throw new DomainError('catalogue.unknown')
  return row
}

function fieldsOf(kind: CatalogueKind, row: CatalogueFields & { isActive: boolean }) {
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
