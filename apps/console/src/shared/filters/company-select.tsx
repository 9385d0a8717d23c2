import { NativeSelect } from '@mantine/core'
import { findMessages } from '../../text/find-messages.ts'

interface Props {
  companies: readonly { id: number; name: string }[]
  value: number | null | undefined
  onChange: (company: number | null) => void
}

/** Labelled filter of a search form; nothing to choose with a single company. */
export function CompanySelect({ companies, value, onChange }: Props) {
  if (companies.length < 2) return null
  return (
    <NativeSelect
      label={findMessages.company}
      value={value ?? ''}
      data={[
        { value: '', label: findMessages.anybody },
        ...companies.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
      onChange={(event) => onChange(Number(event.currentTarget.value) || null)}
    />
  )
}
