import { MultiSelect } from '@mantine/core'
import { ro } from '../../../text/ro.ts'

interface Props {
  options: readonly { key: string; name: string }[]
  chosen: string[]
  onChange: (chosen: string[]) => void
}

/** The options that do not fit into the form. */
export function MoreOptions({ options, chosen, onChange }: Props) {
  return (
    <MultiSelect
      aria-label={ro.order.moreOptions}
      placeholder={chosen.length > 0 ? undefined : ro.order.moreOptions}
      className="more-options"
      data={options.map((option) => ({ value: option.key, label: option.name }))}
      value={chosen}
      onChange={onChange}
      comboboxProps={{ transitionProps: { duration: 0 }, preventPositionChangeWhenVisible: false }}
    />
  )
}
