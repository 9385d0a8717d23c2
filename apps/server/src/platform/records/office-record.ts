import { DomainError } from '@dispecerat/domain/kernel/errors'
import { recordAudit } from '../audit/audit.public.ts'
import type { Actor } from '../db/actor.ts'
import type { Tx } from '../db/database.ts'
import { record } from '../db/event-log.ts'
import { write } from '../db/write.ts'
import type { Server } from '../lifecycle/server.ts'
import type { AuditEntry, Changed, Noun, RecordRow, Step } from './noun.ts'

interface Change<Row, Fields> {
  /** Checks and writes; null when there was nothing to change. */
  change: Step<Row, (AuditEntry & { fields?: Fields }) | null>
  /** Runs last, after the audit entry and the events. */
  after?: Step<Row>
}

interface Deletion<Row> {
  /** Checks, before the row is written. */
  before?: Step<Row>
  after?: Step<Row>
  /** A row that is in the wanted state already is left as it is, without an error. */
  isRepeatable?: boolean
}

/**
 * The commands of a record that the office keeps. Each is one transaction: lock the row in the actor's scope, refuse an unknown one, check
 * and write, then record the audit entry and the events.
 */
export class OfficeRecord<Id extends number, Fields extends object, Row extends RecordRow & Fields> {
  readonly #noun: Noun<Id, Fields, Row>

  constructor(noun: Noun<Id, Fields, Row>) {
    this.#noun = noun
  }

  create(
    server: Server,
    actor: Actor,
    insert: (tx: Tx, now: Date) => Promise<{ id: Id; companyId: Row['companyId']; fields: Fields }>,
  ): Promise<{ id: Id }> {
    return write(server, actor, async (tx) => {
      const now = server.clock.now()
      const { id, companyId, fields } = await insert(tx, now)
      const entry = { action: 'created', after: this.#noun.auditFields(fields) }
      await this.#record(tx, actor, entry, { id, companyId, rows: [fields], now })
      return { id }
    })
  }

  /** Changes a part of the row, or what belongs to it. */
  change(server: Server, actor: Actor, id: Id, change: Change<Row, Fields>): Promise<{ id: Id }> {
    return this.#write(server, actor, id, { ...change, state: 'present' })
  }

  delete(server: Server, actor: Actor, id: Id, steps: Deletion<Row> = {}): Promise<{ id: Id }> {
    return this.#setDeleted(server, actor, id, { ...steps, isDeleted: true })
  }

  restore(server: Server, actor: Actor, id: Id, steps: Deletion<Row> = {}): Promise<{ id: Id }> {
    return this.#setDeleted(server, actor, id, { ...steps, isDeleted: false })
  }

  #setDeleted(
    server: Server,
    actor: Actor,
    id: Id,
    { before, after, isRepeatable, isDeleted }: Deletion<Row> & { isDeleted: boolean },
  ): Promise<{ id: Id }> {
    const { setDeleted, auditFields, auditDeletion } = this.#noun
    const change: Step<Row, AuditEntry | null> = async (tx, row, now) => {
      if (isDeleted === (row.deletedAt !== null)) return null
      await before?.(tx, row, now)
      const deletedAt = isDeleted ? now : null
      await setDeleted(tx, id, deletedAt, { userId: actor.userId, now })
      if (auditDeletion) return auditDeletion(row, deletedAt)
      const fields = auditFields(row)
      return isDeleted ? { action: 'deleted', before: fields } : { action: 'restored', after: fields }
    }
    const opposite = isDeleted ? 'present' : 'deleted'
    return this.#write(server, actor, id, { change, after, state: isRepeatable ? 'any' : opposite })
  }

  #write(
    server: Server,
    actor: Actor,
    id: Id,
    { change, after, state }: Change<Row, Fields> & { state: 'present' | 'deleted' | 'any' },
  ): Promise<{ id: Id }> {
    return write(server, actor, async (tx) => {
      const row = await this.#noun.lock(tx, actor.scope, id)
      const found = row?.deletedAt ? 'deleted' : 'present'
      if (!row || (state !== 'any' && state !== found)) throw new DomainError(this.#noun.unknown)
      const now = server.clock.now()
      const entry = await change(tx, row, now)
      if (entry === null) return { id }
      const rows = entry.fields ? [row, entry.fields] : [row]
      await this.#record(tx, actor, entry, { id, companyId: row.companyId, rows, now })
      await after?.(tx, row, now)
      return { id }
    })
  }

  async #record(
    tx: Tx,
    actor: Actor,
    entry: AuditEntry,
    changed: Changed<Id, Row['companyId'], Fields>,
  ): Promise<void> {
    const { entity, events } = this.#noun
    const { id, companyId, now } = changed
    const { action, before = null, after = null } = entry
    await recordAudit(tx, actor, { entity, entityId: id, companyId, action, before, after }, now)
    if (events) await record(tx, await events(tx, changed), now)
  }
}
