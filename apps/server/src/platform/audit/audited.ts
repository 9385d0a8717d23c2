import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import type { Actor } from '../db/actor.ts'
import type { Tx } from '../db/database.ts'
import { type LogEvent, record } from '../db/event-log.ts'
import { recordAudit } from './record-change.ts'

interface AuditedEntity<Row, Company> {
  /** 'car', 'device' …, as in the audit log. */
  entity: string
  /** Fields of a row that are recorded; the row itself by default. */
  fields?: (row: Row) => object
  /** Notifies the lists that show the row, also when no field differs. */
  listEvent?: (companyId: Company) => LogEvent
}

interface AuditedChange<Row, Company> {
  id: number
  companyId: Company
  action: string
  before?: Row | null
  after?: Row | null
}

/**
 * Returns the function that records the changes of one kind of row: its audit entry, then its list event. A row without a company needs
 * `Company` with null.
 */
export function audited<Row extends object = object, Company extends CompanyId | null = CompanyId>({
  entity,
  fields = (row) => row,
  listEvent,
}: AuditedEntity<Row, Company>) {
  return async (tx: Tx, actor: Actor, change: AuditedChange<Row, Company>, now: Date): Promise<void> => {
    const { id, companyId, action, before = null, after = null } = change
    const sides = { before: before && fields(before), after: after && fields(after) }
    await recordAudit(tx, actor, { entity, entityId: id, companyId, action, ...sides }, now)
    if (listEvent) await record(tx, [listEvent(companyId)], now)
  }
}
