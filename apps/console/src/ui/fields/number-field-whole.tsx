import { NumberInput, type NumberInputProps } from '@mantine/core'

/** The field itself; first screens import it through number-field.tsx. */
export function NumberFieldWhole(props: NumberInputProps) {
  return <NumberInput {...props} />
}
