import type { DomainErrorCode } from '@dispecerat/domain/kernel/errors'
import type { CompanyId, UserId } from '@dispecerat/domain/kernel/ids'
import type { Scope } from '../db/actor.ts'
import type { Tx } from '../db/database.ts'
import type { LogEvent } from '../db/event-log.ts'

/** A locked row; rows of the platform have no company. */
export interface RecordRow {
  companyId: CompanyId | null
  deletedAt: Date | null
}

export interface AuditEntry {
  action: string
  before?: object | null
  after?: object | null
}

export interface Changed<Id, Company, Fields> {
  id: Id
  companyId: Company
  /** The row as it was, if it existed, and as it is. */
  rows: readonly Fields[]
  now: Date
}

/** What is special about a kind of record: how its rows are stored, and who is notified. */
export interface Noun<Id extends number, Fields extends object, Row extends RecordRow & Fields> {
  /** 'car', 'device' …, as in the audit log. */
  entity: string
  /** The error for a row that does not exist, is another company's, or was deleted; `restore` throws it for one that was not. */
  unknown: DomainErrorCode
  /** Locks a row of the scope, also a deleted one; null when there is none. */
  lock: (tx: Tx, scope: Scope, id: Id) => Promise<Row | null>
  /** Deletes the row, or restores it when `deletedAt` is null. */
  setDeleted: (tx: Tx, id: Id, deletedAt: Date | null, by: { userId: UserId | null; now: Date }) => Promise<void>
  /** What the audit log stores of a row. */
  auditFields: (fields: Fields) => object
  /** Replaces the usual audit entry of a deletion, or of a restoration when `deletedAt` is null. */
  auditDeletion?: (row: Row, deletedAt: Date | null) => AuditEntry
  /** The events that make screens reload. */
  events?: (tx: Tx, changed: Changed<Id, Row['companyId'], Fields>) => LogEvent[] | Promise<LogEvent[]>
}

/** A step of a noun's own, in the transaction and on the locked row. */
export type Step<Row, Result = void> = (tx: Tx, row: Row, now: Date) => Result | Promise<Result>
