import type { CompanyId, DriverId, UserId } from '@dispecerat/domain/kernel/ids'
import type { Generated } from 'kysely'
import type { JsonColumn } from '../../json-column.ts'

export interface AdministrationTables {
  audit_log: {
    id: Generated<number>
    happened_at: Date
    company_id: CompanyId | null
    user_id: UserId | null
    user_ip: string | null
    entity: string
    entity_id: number
    action: string
    before: JsonColumn
    after: JsonColumn
  }
  driver_papers: {
    driver_id: DriverId
    licence_no: string | null
    licence_until: string | null
    attestation_until: string | null
  }
  password_resets: {
    id: Generated<number>
    /** null until the mail was sent. */
    token_hash: Buffer | null
    user_id: UserId
    created_at: Date
    expires_at: Date
    used_at: Date | null
  }
}
