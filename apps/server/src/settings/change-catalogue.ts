import { DomainError } from '@dispecerat/domain/errors'
import { recordAudit } from '../audit/audit.public.ts'
import { chosenCompany } from '../companies/companies.public.ts'
import type { Actor } from '../db/actor.ts'
import type { Tx } from '../db/database.ts'
import { write } from '../db/write.ts'
import type { Server } from '../server.ts'
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
import { keyFromName } from './key-from-name.ts'

interface EntryId {
  id: number
}

const AUDITED: Record<CatalogueKind, string> = { service: 'service', option: 'order_option' }

export interface NewEntryInput {
  /** null: the platform's own; undefined: the only company of who asks. */
  companyId: number | null | undefined
  name: string
  /** Left out: made from the name. */
  code?: string | undefined
  packageId?: number | null | undefined
  baseTariffId?: number | null | undefined
  serviceIds?: number[]
}

/**
 * Offers another service or option. `catalogue.platform` for who may not add to the platform's; FieldErrors on `name`, `code`,
 * `package_id`, `base_tariff_id`, `service_ids`.
 */
export function createEntry(
  server: Server,
  actor: Actor,
  kind: CatalogueKind,
  { name, serviceIds = [], code: asked, packageId = null, baseTariffId = null, ...whose }: NewEntryInput,
): Promise<EntryId> {
  return write(server, actor, async (tx) => {
    const companyId = await ownerOf(tx, actor, whose.companyId)
    await holdCatalogue(tx, kind)
    const made = `${companyId === null ? '' : `c${companyId}_`}${keyFromName(name)}`
    const code = asked ?? (await freeCode(tx, kind, made))
    const entry = { companyId, name, code, packageId, baseTariffId, serviceIds }
    await requireRight(tx, kind, { ...entry, id: 0, isFixed: false })
    const id = await insertEntry(tx, kind, entry)
    const after = fieldsOf(kind, { ...entry, isActive: true })
    const told = { entity: AUDITED[kind], entityId: id, companyId, action: 'created', before: null, after }
    await recordAudit(tx, actor, told, server.clock.now())
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

/** Changes the fields given. `catalogue.fixed` for switching the basic service of a package off. */
export function editEntry(
  server: Server,
  actor: Actor,
  kind: CatalogueKind,
  { id, change, version }: EntryId & { change: EntryChange; version: string | undefined },
): Promise<EntryId> {
  return write(server, actor, async (tx) => {
    const row = await openEntry(tx, actor, kind, id)
    if (version !== undefined && version !== String(row.version)) throw new DomainError('catalogue.changed_meanwhile')
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
    await recordAuditEntry(tx, actor, kind, { row, after, action: 'changed', now: server.clock.now() })
    return { id }
  })
}

/** Takes it away; orders that have it keep it. */
export function deleteEntry(server: Server, actor: Actor, kind: CatalogueKind, id: number): Promise<EntryId> {
  return write(server, actor, async (tx) => {
    const row = await openEntry(tx, actor, kind, id)
    if (row.isFixed) throw new DomainError('catalogue.fixed')
    const now = server.clock.now()
    await setEntryDeleted(tx, kind, id, now)
    await recordAuditEntry(tx, actor, kind, { row, after: null, action: 'deleted', now })
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
    await recordAuditEntry(tx, actor, kind, { row: null, after: row, action: 'restored', now: server.clock.now() })
    return { id }
  })
}

/** Puts the rows of one owner in this order; a row of another owner is `catalogue.unknown`. */
export function sortEntries(
  server: Server,
  actor: Actor,
  kind: CatalogueKind,
  { ids, ...asked }: { companyId: number | null | undefined; ids: readonly number[] },
): Promise<{ companyId: number | null }> {
  return write(server, actor, async (tx) => {
    const companyId = await ownerOf(tx, actor, asked.companyId)
    const own = (await catalogueOf(tx, kind, companyId)).filter((row) => row.companyId === companyId)
    if (ids.some((id) => own.every((row) => row.id !== id))) throw new DomainError('catalogue.unknown')
    await saveOrder(tx, kind, ids)
    return { companyId }
  })
}

async function ownerOf(tx: Tx, { scope }: Actor, asked: number | null | undefined): Promise<number | null> {
  if (asked !== null) return chosenCompany(tx, scope, asked)
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

function recordAuditEntry(
  tx: Tx,
  actor: Actor,
  kind: CatalogueKind,
  { row, after, action, now }: { row: CatalogueRow | null; after: CatalogueRow | null; action: string; now: Date },
): Promise<void> {
  const [{ id, companyId }] = [row, after].filter((one) => one !== null) as [CatalogueRow]
  const sides = { before: row && fieldsOf(kind, row), after: after && fieldsOf(kind, after) }
  return recordAudit(tx, actor, { entity: AUDITED[kind], entityId: id, companyId, action, ...sides }, now)
}

function fieldsOf(kind: CatalogueKind, row: CatalogueFields & { isActive: boolean }) {
  const { name, isActive, serviceIds, code, packageId, baseTariffId } = row
  const ofKind =
    kind === 'option' ? { service_ids: serviceIds } : { code, package_id: packageId, base_tariff_id: baseTariffId }
  return { name, is_active: isActive, ...ofKind }
}
