import type { FilingState } from '@dispecerat/domain/billing/filing'
import type { CompanyId, UserId } from '@dispecerat/domain/kernel/ids'
import type { Generated } from 'kysely'

export interface FilingTables {
  /** Written by `filings` alone. Tokens are sealed. */
  efactura_authorisations: {
    company_id: CompanyId
    cui: string
    state: 'active' | 'revoked' | 'refused'
    access_token: Generated<string | null>
    refresh_token: Generated<string | null>
    access_expires_at: Generated<Date | null>
    refresh_expires_at: Generated<Date | null>
    refresh_due_at: Generated<Date | null>
    granted_at: Generated<Date | null>
    authorised_by: UserId | null
    authorised_at: Date
  }
  efactura_authorisation_requests: {
    state_hash: Buffer
    company_id: CompanyId
    user_id: UserId
    token_id: number
    expires_at: Date
  }
  /** Written by `filings` alone: other modules use its `queueFiling`. */
  filings: {
    id: Generated<number>
    filing_key: Generated<string>
    company_id: CompanyId
    kind: 'efactura' | 'townhall'
    state: Generated<FilingState>
    invoice_id: number | null
    day: string | null
    cif: string | null
    format: 'UBL' | 'CN' | 'csv' | 'xml'
    file_name: string
    content: string
    correction: Generated<number>
    is_outdated: Generated<boolean>
    upload_index: Generated<string | null>
    reason: Generated<string | null>
    message: Generated<string | null>
    answer: Generated<Buffer | null>
    tries: Generated<number>
    due_at: Date
    leased_until: Generated<Date | null>
    created_by: UserId | null
    created_at: Date
    sent_at: Generated<Date | null>
    decided_at: Generated<Date | null>
  }
}
