import { type NumberInputProps, TextInput } from '@mantine/core'
import { Suspense } from 'react'
import { later } from '../later.ts'

const WholeField = later(() => import('./number-field-whole.tsx').then((m) => m.NumberFieldWhole))

/** The number field is large: a disabled field holds its place until it has loaded. */
export function NumberField(props: NumberInputProps) {
  return (
    <Suspense fallback={<TextInput label={props.label} description={props.description} w={props.w} disabled />}>
      <WholeField {...props} />
    </Suspense>
  )
}
