import { Select } from '@mantine/core'
import { useMyCompanies } from '../../shared/companies/use-my-companies.ts'
import { financeMessages as messages } from './finance-messages.ts'

/** Company of the shown finances, for users with several companies. */
export function CompanyChoice({
  value,
  onChange,
  withAll = false,
  withLabel = false,
}: {
  value: number | undefined
  onChange: (id: number | undefined) => void
  withAll?: boolean
  /** Shows a label, beside fields that have one. */
  withLabel?: boolean
}) {
  const companies = useMyCompanies()
  if (companies.length < 2) return null
  return (
    <Select
      size="xs"
      {...(withLabel ? { label: messages.company } : { 'aria-label': messages.company })}
      data={[
        ...(withAll ? [{ value: '', label: messages.anyCompany }] : []),
        ...companies.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
      value={value === undefined ? '' : String(value)}
      allowDeselect={false}
      onChange={(id) => onChange(id ? Number(id) : undefined)}
    />
  )
}
