import type { CompanyId, DriverId, UserId } from '@dispecerat/domain/kernel/ids'
import type { Generated, GeneratedAlways } from 'kysely'
import type { JsonColumn } from '../../json-column.ts'

export interface ContentTables {
  contents: {
    id: Generated<number>
    url: string
    type: 'page' | 'documentation'
    title: string
    html: string
    menu_order: Generated<number>
    parent_id: number | null
    is_published: Generated<boolean>
    version: Generated<number>
    handbook_hash: string | null
    updated_by: UserId | null
    created_at: Date
    updated_at: Date
    deleted_at: Date | null
  }
  content_versions: {
    content_id: number
    version: number
    title: string
    html: string
    updated_by: UserId | null
    at: Date
  }
  company_registry_answers: {
    cui: string
    found: JsonColumn
    asked_at: Date
  }
  consents: {
    id: GeneratedAlways<number>
    user_id: UserId
    company_id: CompanyId | null
    kind: 'sign_up'
    texts: JsonColumn
    wording: string
    ip: string | null
    given_at: Date
  }
  company_logos: {
    company_id: CompanyId
    content_type: 'image/png' | 'image/jpeg' | 'image/svg+xml'
    bytes: Buffer
  }
  first_steps: {
    company_id: CompanyId
    step: 'place' | 'zones' | 'driver' | 'phone'
    outcome: 'done' | 'skipped'
    at: Date
  }
  report_tokens: {
    token_hash: Buffer
    driver_id: DriverId
    company_ids: CompanyId[]
    time_from: Date
    time_to: Date
    expires_at: Date
    created_by: UserId | null
    created_at: Date
  }
}
