import { FilterSelect } from './filter-select.tsx'

interface Props {
  label: string
  messages: { active: string; inactive: string }
  /** The value of the URL parameter. */
  value: 0 | 1 | undefined
  onChange: (value: 0 | 1 | undefined) => void
}

const AS_WORD = { 1: 'active', 0: 'inactive' } as const
const AS_NUMBER = { active: 1, inactive: 0 } as const

/** Filters active records, inactive ones, or none. */
export function ActiveFilter({ label, messages: { active, inactive }, value, onChange }: Props) {
  return (
    <FilterSelect
      label={label}
      messages={{ active, inactive }}
      value={value === undefined ? undefined : AS_WORD[value]}
      onChange={(word) => onChange(word && AS_NUMBER[word])}
    />
  )
}
