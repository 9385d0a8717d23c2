export interface ExportTables {
  exports: {
    id: string
    user_id: number
    company_ids: number[] | null
    permission: string
    file_name: string
    content_type: string
    created_at: Date
  }
}
