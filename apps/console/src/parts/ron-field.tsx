import { NumberInput, type NumberInputProps } from '@mantine/core'
import { useState } from 'react'

type Props = Omit<NumberInputProps, 'value' | 'onChange'> & {
  value: number | null
  onChange: (value: number | null) => void
}

/** Null while nothing, or only a minus, is typed. */
function amountOf(typed: number | string): number | null {
  const amount = typed === '' ? Number.NaN : Number(typed)
  return Number.isNaN(amount) ? null : amount
}

/** 1.234,50: comma or dot for the decimals, two of them at most, nothing below zero unless it is allowed. */
export function RonField({ value, onChange, allowNegative = false, ...props }: Props) {
  // "12," and "12,5" on the way to "12,50" are kept as typed: a number alone forgets the comma and the zeros.
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
      onChange={(given) => {
        setTyped(given)
        onChange(amountOf(given))
      }}
    />
  )
}
