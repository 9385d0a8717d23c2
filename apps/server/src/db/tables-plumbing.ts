import type { Generated } from 'kysely'
import type { JsonColumn } from './json-column.ts'

export interface PlumbingTables {
  event_log: {
    seq: number
    at: Date
    event: string
    channel: string | null
    to_companies: Generated<number[]>
    to_users: Generated<number[]>
    data: JsonColumn
  }
  idempotency_keys: {
    user_id: number
    key: string
    fingerprint: string
    result: JsonColumn | null
    created_at: Date
  }
  seed_runs: {
    name: string
    finished_at: Date
  }
}
