import { NumberInput } from '@mantine/core'

/** A whole number; an emptied field is NaN, which every check refuses. Nothing is clamped behind the typing hand. */
export function WholeNumber({
  label,
  value,
  stepBy = 1,
  error,
  onChange,
}: {
  label: string
  value: number
  stepBy?: number
  error: string | undefined
  onChange: (value: number) => void
}) {
  return (
    <NumberInput
      label={label}
      value={Number.isNaN(value) ? '' : value}
      step={stepBy}
      error={error}
      allowDecimal={false}
      allowNegative={false}
      hideControls
      clampBehavior="none"
      onChange={(typed) => onChange(typed === '' ? Number.NaN : Number(typed))}
    />
  )
}
