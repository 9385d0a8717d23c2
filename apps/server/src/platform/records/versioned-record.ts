import type { Actor } from '../db/actor.ts'
import type { Tx } from '../db/database.ts'
import { type ConflictCode, type ReadVersion, requireFresh, type VersionedRow } from '../http/read-version.ts'
import type { Server } from '../lifecycle/server.ts'
import type { Noun, RecordRow, Step } from './noun.ts'
import { OfficeRecord } from './office-record.ts'

interface VersionedNoun<Id extends number, Fields extends object, Row extends RecordRow & Fields>
  extends Noun<Id, Fields, Row> {
  /** The error when somebody has changed the row since the editor loaded it. */
  conflict: ConflictCode
  /** Saves the fields with the next version. */
  save: (tx: Tx, id: Id, fields: Fields, now: Date) => Promise<void>
}

interface Edit<Row, Fields> {
  version: ReadVersion
  /** Checks the changes and returns the fields to save. */
  to: Step<Row, Fields>
  /** Runs last, after the audit entry and the events. */
  after?: Step<Row>
}

/** An office record that is edited in a form, whose row has a version. */
export class VersionedRecord<
  Id extends number,
  Fields extends object,
  Row extends RecordRow & VersionedRow & Fields,
> extends OfficeRecord<Id, Fields, Row> {
  readonly #noun: VersionedNoun<Id, Fields, Row>

  constructor(noun: VersionedNoun<Id, Fields, Row>) {
    super(noun)
    this.#noun = noun
  }

  edit(server: Server, actor: Actor, id: Id, { version, to, after }: Edit<Row, Fields>): Promise<{ id: Id }> {
    const { conflict, save, auditFields } = this.#noun
    return this.change(server, actor, id, {
      change: async (tx, row, now) => {
        requireFresh(version, row, conflict)
        const fields = await to(tx, row, now)
        await save(tx, id, fields, now)
        return { action: 'changed', before: auditFields(row), after: auditFields(fields), fields }
      },
      after,
    })
  }
}

/** The fields with the given ones replaced; a field that is left out stays as it is. */
export function withChanges<Fields extends object>(
  fields: Fields,
  changes: { [F in keyof Fields]?: Fields[F] | undefined },
): Fields {
  return { ...fields, ...Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) }
}
