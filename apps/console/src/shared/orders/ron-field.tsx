import { NumberInput, type NumberInputProps } from '@mantine/core'
import { useState } from 'react'

type Props = Omit<NumberInputProps, 'value' | 'onChange'> & {
  value: number | null
  onChange: (value: number | null) => void
}

/** Null while the field is empty or contains only a minus. */
function amountOf(typed: number | string): number | null {
  const amount = typed === '' ? Number.NaN : Number(typed)
  return Number.isNaN(amount) ? null : amount
}

/** An amount like 1.234,50: comma or dot before at most two decimals, negative only when allowed. */
export function RonField({ value, onChange, allowNegative = false, ...props }: Props) {
  /* Keeps "12," and "12,5" as typed on the way to "12,50": a number alone would lose the comma and the zeros. */
  const [typed, setTyped] = useState<number | string>(value ?? '')
  return (
    <NumberInput
      decimalSeparator=","
      thousandSeparator="."
      allowedDecimalSeparators={[',', '.']}
      decimalScale={2}
      allowNegative={allowNegative}
      hideControls
      inputMode="decimal"
      max={99_999.99}
      clampBehavior="strict"
      {...props}
      value={amountOf(typed) === value ? typed : (value ?? '')}
      onChange={(value) => {
        setTyped(value)
        onChange(amountOf(value))
      }}
    />
  )
}
