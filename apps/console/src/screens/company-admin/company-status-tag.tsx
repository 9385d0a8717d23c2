import type { CompanyStatus } from '@dispecerat/domain/company'
import { companyAdminWords as words } from '../../text/company-admin-words.ts'
import './company-admin.css'

/** Sign, word and colour. */
export function CompanyStatusTag({ status }: { status: CompanyStatus }) {
  return (
    <span className={`tag status-${status}`}>
      <span aria-hidden>{words.statusSigns[status]}</span>
      {words.statuses[status]}
    </span>
  )
}
