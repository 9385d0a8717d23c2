import { NativeSelect } from '@mantine/core'
import { useMyCompanies } from '../companies/use-my-companies.ts'

interface Props {
  label: string
  value: number | null
  error: string | undefined
  onChange: (id: number | null) => void
}

/** Company of a new record; shown only to users with several companies. */
export function CompanyField({ label, value, error, onChange }: Props) {
  const companies = useMyCompanies()
  if (companies.length < 2) return null
  return (
    <NativeSelect
      label={label}
      required
      value={String(value ?? '')}
      error={error}
      data={[{ value: '', label: '' }, ...companies.map(({ id, name }) => ({ value: String(id), label: name }))]}
      onChange={(event) => onChange(Number(event.currentTarget.value) || null)}
    />
  )
}

/** Company of the record; shown only to users with several companies. */
export function CompanyName({ name }: { name: string }) {
  const companies = useMyCompanies()
  return companies.length < 2 ? null : <span className="dim">{name}</span>
}
