import type { CompanyId, UserId } from '@dispecerat/domain/kernel/ids'
import type { Generated } from 'kysely'
import type { JsonColumn } from '../../json-column.ts'

/** Second factors, client log-ins, retention times, and erasures of personal data. */
export interface SecurityTables {
  two_factor: {
    user_id: UserId
    /** Sealed: base32, 160 bits. */
    secret: string
    begun_at: Date
    confirmed_at: Date | null
    last_step: Generated<number>
  }
  recovery_codes: {
    user_id: UserId
    code_hash: Buffer
    /** The same for all codes that were created together; null: an older code, under a fast hash. */
    salt: Buffer | null
    made_at: Date
    used_at: Date | null
  }
  client_codes: {
    company_id: CompanyId
    phone: string
    asked_at: Date
    /** Null until the SMS is sent. */
    code_hash: string | null
    expires_at: Date | null
    tries: Generated<number>
  }
  client_sessions: {
    id: Generated<number>
    company_id: CompanyId
    phone: string
    token_hash: Buffer
    created_at: Date
    expires_at: Date
  }
  retention_runs: {
    id: Generated<number>
    company_id: CompanyId | null
    kind:
      | ('recordings' | 'trails' | 'calls' | 'client_errors' | 'changes' | 'letters')
      | ('messages' | 'broadcasts' | 'incidents' | 'block_reasons')
    older_than: Date
    removed: number
    ran_at: Date
  }
  retention_nights: {
    night: string
    begun_at: Date
    ended_at: Date | null
  }
  client_erasures: {
    id: Generated<number>
    user_id: UserId
    company_ids: CompanyId[]
    phone_hash: string
    is_whole: boolean
    removed: JsonColumn
    erased_by: UserId | null
    erased_at: Date
    /** Sealed: the terms still searched for in free texts; null when that is done. */
    mentions: Generated<string | null>
  }
  erasure_runs: {
    id: Generated<number>
    user_id: UserId
    company_ids: CompanyId[] | null
    started_by: UserId | null
    started_at: Date
    /** Sealed; null once the client is erased. */
    request: string | null
    removed: JsonColumn
    is_whole: boolean | null
    sounds: JsonColumn | null
    state: Generated<'running' | 'done' | 'stopped' | 'refused'>
    refusal: JsonColumn | null
    advanced_at: Date
    stopped_by: UserId | null
    ended_at: Date | null
  }
}
