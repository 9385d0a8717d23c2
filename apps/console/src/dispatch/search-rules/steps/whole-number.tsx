import { NumberInput } from '@mantine/core'

/** A whole number; an empty field is NaN, which every validation refuses. The value is not clamped while typing. */
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
