import { NativeSelect } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useMyCompanies } from '../../shared/companies/use-my-companies.ts'
import { companyAdminMessages as messages } from '../../shared/places/company-admin-messages.ts'

/** Choice of the company, for administrators of several. */
export function CompanyChoice({ id, to }: { id: number; to: string }) {
  const companies = useMyCompanies()
  const navigate = useNavigate()
  if (companies.length < 2 || !companies.some((one) => one.id === id)) return null
  return (
    <NativeSelect
      size="xs"
      aria-label={messages.choose}
      value={String(id)}
      data={companies.map((one) => ({ value: String(one.id), label: one.name }))}
      onChange={({ currentTarget }) => void navigate({ href: `${to}?company=${currentTarget.value}` })}
    />
  )
}
