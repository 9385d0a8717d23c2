import type { Company } from '@dispecerat/contract/identity/companies'
import type { CompanyStatus } from '@dispecerat/domain/identity/company'
import type { TableColumn, TableRow } from '../../platform/exports/exports.public.ts'

export const COMPANY_COLUMNS: readonly TableColumn[] = [
  { key: 'id', label: 'Nr', kind: 'number' },
  { key: 'name', label: 'Nume' },
  { key: 'cui', label: 'CUI' },
  { key: 'package_id', label: 'Pachet', kind: 'number' },
  { key: 'status', label: 'Stare' },
  { key: 'trial_until', label: 'Probă până la', kind: 'date' },
  { key: 'drivers_count', label: 'Șoferi', kind: 'number' },
  { key: 'operators_count', label: 'Operatori', kind: 'number' },
  { key: 'phone', label: 'Telefon' },
  { key: 'address', label: 'Adresa' },
  { key: 'created_at', label: 'Adăugată', kind: 'time' },
]

const STATUSES: Record<CompanyStatus, string> = { trial: 'Probă', active: 'Activă', suspended: 'Suspendată' }

export function companyRow(company: Company): TableRow {
  return { ...company, status: STATUSES[company.status] }
}
