import type { CompanyId, UserId } from '@dispecerat/domain/kernel/ids'
export interface ExportTables {
  exports: {
    id: string
    user_id: UserId
    company_ids: CompanyId[] | null
    permission: string
    file_name: string
    content_type: string
    created_at: Date
  }
}
