import type { CompanyStatus } from '@dispecerat/domain/identity/company'
import { companyAdminMessages as messages } from '../../shared/places/company-admin-messages.ts'
import './company-admin.css'

/** Symbol, text and colour. */
export function CompanyStatusTag({ status }: { status: CompanyStatus }) {
  return (
    <span className={`tag status-${status}`}>
      <span aria-hidden>{messages.statusSigns[status]}</span>
      {messages.statuses[status]}
    </span>
  )
}
