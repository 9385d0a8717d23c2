import { NativeSelect } from '@mantine/core'
import { tableMessages as messages } from '../../text/table-messages.ts'
import { useMyCompanies } from '../companies/use-my-companies.ts'

/** Filter by company above a table; shown only to users with several companies. */
export function CompanyFilter({
  value,
  onChange,
}: {
  value: number | undefined
  onChange: (company: number | undefined) => void
}) {
  const companies = useMyCompanies()
  if (companies.length < 2) return null
  return (
    <NativeSelect
      size="xs"
      aria-label={messages.company}
      value={String(value ?? '')}
      data={[
        { value: '', label: messages.anyCompany },
        ...companies.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
      onChange={(event) => onChange(Number(event.currentTarget.value) || undefined)}
    />
  )
}
