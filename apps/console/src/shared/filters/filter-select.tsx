import { NativeSelect } from '@mantine/core'
import { tableMessages } from '../../text/table-messages.ts'

interface Props<W extends string> {
  label: string
  /** Text for no filter, behind the label. */
  all?: string
  messages: Readonly<Record<W, string>>
  value: W | undefined
  onChange: (value: W | undefined) => void
}

/** One filter above a table: a choice of a few values, or none. */
export function FilterSelect<W extends string>({
  label,
  all = tableMessages.anyOfThem,
  messages,
  value,
  onChange,
}: Props<W>) {
  const options = Object.entries(messages) as [W, string][]
  return (
    <NativeSelect
      size="xs"
      aria-label={label}
      value={value ?? ''}
      data={[
        { value: '', label: `${label}: ${all}` },
        ...options.map(([word, text]) => ({ value: word, label: text })),
      ]}
      onChange={(event) => onChange(options.find(([word]) => word === event.currentTarget.value)?.[0])}
    />
  )
}
