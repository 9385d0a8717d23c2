import { NumberInput, type NumberInputProps } from '@mantine/core'

/** The field itself; whoever needs it on the first screen takes number-field.tsx. */
export function NumberFieldWhole(props: NumberInputProps) {
  return <NumberInput {...props} />
}
