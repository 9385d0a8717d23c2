import { DomainError, FieldErrors } from '@dispecerat/domain/errors'
import { recordChange } from '../audit/audit.public.ts'
import { chosenCompany } from '../companies/companies.public.ts'
import type { Caller } from '../db/caller.ts'
import type { Tx } from '../db/database.ts'
import { write } from '../db/write.ts'
import type { Server } from '../server.ts'
import {
  type CatalogueKind,
  type CatalogueRow,
  catalogueOf,
  freeKey,
  insertEntry,
  lockEntry,
  nameIsTaken,
  saveEntry,
  saveOrder,
  setEntryDeleted,
  unknownServices,
} from './catalogue.store.ts'
import { keyFromName } from './key-from-name.ts'

interface EntryId {
  id: number
}

const AUDITED: Record<CatalogueKind, string> = { service: 'service', option: 'order_option' }

export interface NewEntryWish {
  /** null: the platform's own; undefined: the only company of who asks. */
  companyId: number | null | undefined
  name: string
  serviceIds?: readonly number[]
}

/** Offers another service or option. `catalogue.platform` for who may not add to the platform's; FieldErrors on `name`, `service_ids`. */
export function createEntry(
  server: Server,
  caller: Caller,
  kind: CatalogueKind,
  { name, serviceIds = [], ...asked }: NewEntryWish,
): Promise<EntryId> {
  return write(server, caller, async (tx) => {
    const companyId = await ownerOf(tx, caller, asked.companyId)
    await requireRight(tx, kind, { companyId, name, serviceIds, id: 0 })
    const wanted = `${companyId === null ? '' : `c${companyId}_`}${keyFromName(name)}`
    const key = kind === 'option' ? await freeKey(tx, wanted) : wanted
    const id = await insertEntry(tx, kind, { companyId, name, key, serviceIds })
    const after = fieldsOf(kind, { name, isActive: true, serviceIds })
    const told = { entity: AUDITED[kind], entityId: id, companyId, action: 'created', before: null, after }
    await recordChange(tx, caller, told, server.clock.now())
    return { id }
  })
}

export interface EntryChange {
  name?: string | undefined
  is_active?: boolean | undefined
  service_ids?: number[] | undefined
}

/** Changes the fields given. `catalogue.fixed` for switching the basic service of a package off. */
export function editEntry(
  server: Server,
  caller: Caller,
  kind: CatalogueKind,
  { id, change, version }: EntryId & { change: EntryChange; version: string | undefined },
): Promise<EntryId> {
  return write(server, caller, async (tx) => {
    const row = await openEntry(tx, caller, kind, id)
    if (version !== undefined && version !== String(row.version)) throw new DomainError('catalogue.changed_meanwhile')
    if (row.isFixed && change.is_active === false) throw new DomainError('catalogue.fixed')
    const after: CatalogueRow = {
      ...row,
      name: change.name ?? row.name,
      isActive: change.is_active ?? row.isActive,
      serviceIds: change.service_ids ?? row.serviceIds,
    }
    await requireRight(tx, kind, after)
    await saveEntry(tx, kind, after)
    await tell(tx, caller, kind, { row, after, action: 'changed', now: server.clock.now() })
    return { id }
  })
}

/** Takes it away; orders that have it keep it. */
export function deleteEntry(server: Server, caller: Caller, kind: CatalogueKind, id: number): Promise<EntryId> {
  return write(server, caller, async (tx) => {
    const row = await openEntry(tx, caller, kind, id)
    if (row.isFixed) throw new DomainError('catalogue.fixed')
    const now = server.clock.now()
    await setEntryDeleted(tx, kind, id, now)
    await tell(tx, caller, kind, { row, after: null, action: 'deleted', now })
    return { id }
  })
}

export function restoreEntry(server: Server, caller: Caller, kind: CatalogueKind, id: number): Promise<EntryId> {
  return write(server, caller, async (tx) => {
    const row = await mine(tx, caller, kind, id)
    if (!row.isDeleted) throw new DomainError('catalogue.unknown')
    await requireRight(tx, kind, row)
    await setEntryDeleted(tx, kind, id, null)
    await tell(tx, caller, kind, { row: null, after: row, action: 'restored', now: server.clock.now() })
    return { id }
  })
}

/** Puts the rows of one owner in this order; a row of another owner is `catalogue.unknown`. */
export function sortEntries(
  server: Server,
  caller: Caller,
  kind: CatalogueKind,
  { ids, ...asked }: { companyId: number | null | undefined; ids: readonly number[] },
): Promise<{ companyId: number | null }> {
  return write(server, caller, async (tx) => {
    const companyId = await ownerOf(tx, caller, asked.companyId)
    const own = (await catalogueOf(tx, kind, companyId)).filter((row) => row.companyId === companyId)
    if (ids.some((id) => own.every((row) => row.id !== id))) throw new DomainError('catalogue.unknown')
    await saveOrder(tx, kind, ids)
    return { companyId }
  })
}

async function ownerOf(tx: Tx, { scope }: Caller, asked: number | null | undefined): Promise<number | null> {
  if (asked !== null) return chosenCompany(tx, scope, asked)
  if (scope.companies !== 'every') throw new DomainError('catalogue.platform')
  return null
}

async function mine(tx: Tx, { scope }: Caller, kind: CatalogueKind, id: number): Promise<CatalogueRow> {
  const row = await lockEntry(tx, kind, scope, id)
  if (!row) throw new DomainError('catalogue.unknown')
  if (row.companyId === null && scope.companies !== 'every') throw new DomainError('catalogue.platform')
  return row
}

async function openEntry(tx: Tx, caller: Caller, kind: CatalogueKind, id: number): Promise<CatalogueRow> {
  const row = await mine(tx, caller, kind, id)
  if (row.isDeleted) throw new DomainError('catalogue.unknown')
  return row
}

async function requireRight(
  tx: Tx,
  kind: CatalogueKind,
  row: { id: number; companyId: number | null; name: string; serviceIds: readonly number[] },
): Promise<void> {
  if (await nameIsTaken(tx, kind, { companyId: row.companyId, name: row.name, except: row.id })) {
    throw new FieldErrors({ name: ['Există deja unul cu numele acesta'] })
  }
  if (kind === 'option' && (await unknownServices(tx, row.companyId, row.serviceIds)).length > 0) {
    throw new FieldErrors({ service_ids: ['Serviciul nu există'] })
  }
}

function tell(
  tx: Tx,
  caller: Caller,
  kind: CatalogueKind,
  { row, after, action, now }: { row: CatalogueRow | null; after: CatalogueRow | null; action: string; now: Date },
): Promise<void> {
  const [{ id, companyId }] = [row, after].filter((one) => one !== null) as [CatalogueRow]
  const sides = { before: row && fieldsOf(kind, row), after: after && fieldsOf(kind, after) }
  return recordChange(tx, caller, { entity: AUDITED[kind], entityId: id, companyId, action, ...sides }, now)
}

function fieldsOf(
  kind: CatalogueKind,
  { name, isActive, serviceIds }: { name: string; isActive: boolean; serviceIds: readonly number[] },
) {
  return { name, is_active: isActive, ...(kind === 'option' ? { service_ids: serviceIds } : {}) }
}
