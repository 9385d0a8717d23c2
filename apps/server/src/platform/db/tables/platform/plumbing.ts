import type { CompanyId, UserId } from '@dispecerat/domain/kernel/ids'
import type { Generated } from 'kysely'
import type { JsonColumn } from '../../json-column.ts'

export interface PlumbingTables {
  event_log: {
    /** Key of the row: transaction id × 4096 + position in the transaction. Clients see another number, see `event_batches`. */
    seq: number
    at: Date
    event: string
    channel: string | null
    to_companies: Generated<CompanyId[]>
    to_users: Generated<UserId[]>
    data: JsonColumn
    /** Order of recording across transactions; null in rows of earlier versions. */
    ordinal: Generated<number | null>
  }
  event_batches: {
    id: number
    first_seq: number
    event_ids: number[]
    snapshot: string
    at: Date
  }
  idempotency_keys: {
    user_id: UserId
    key: string
    fingerprint: string
    result: JsonColumn | null
    created_at: Date
  }
  clock_steps: {
    id: Generated<number>
    /** The time before the step. */
    old_time: Date
    /** Negative when the machine's clock was set back. */
    seconds: number
  }
  storage_probe: {
    filler: string
  }
  seed_runs: {
    name: string
    finished_at: Date
  }
}
