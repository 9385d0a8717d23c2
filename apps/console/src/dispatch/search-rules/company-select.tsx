import { Select } from '@mantine/core'
import { builderMessages as messages } from './builder-messages.ts'

interface Props {
  companies: readonly { id: number; name: string }[]
  chosen: number
  onChoose: (id: number) => void
}

/** Company of the shown rules, for users with several companies. */
export function CompanySelect({ companies, chosen, onChoose }: Props) {
  return (
    <Select
      aria-label={messages.company}
      data={companies.map(({ id, name }) => ({ value: String(id), label: name }))}
      allowDeselect={false}
      value={String(chosen)}
      onChange={(id) => id && onChoose(Number(id))}
    />
  )
}
