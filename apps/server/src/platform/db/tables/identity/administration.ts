import type { Generated } from 'kysely'
import type { JsonColumn } from '../../json-column.ts'

export interface AdministrationTables {
  audit_log: {
    id: Generated<number>
    happened_at: Date
    company_id: number | null
    user_id: number | null
    user_ip: string | null
    entity: string
    entity_id: number
    action: string
    before: JsonColumn
    after: JsonColumn
  }
  driver_papers: {
    driver_id: number
    licence_no: string | null
    licence_until: string | null
    attestation_until: string | null
  }
  password_resets: {
    id: Generated<number>
    /** null until the mail was sent. */
    token_hash: Buffer | null
    user_id: number
    created_at: Date
    expires_at: Date
    used_at: Date | null
  }
}
