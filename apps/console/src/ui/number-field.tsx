import { type NumberInputProps, TextInput } from '@mantine/core'
import { Suspense } from 'react'
import { later } from './later.ts'

const WholeField = later(() => import('./number-field-whole.tsx').then((m) => m.NumberFieldWhole))

/** A field that counts is heavier than many a screen: the field keeps its place until it has come. */
export function NumberField(props: NumberInputProps) {
  return (
    <Suspense fallback={<TextInput label={props.label} description={props.description} w={props.w} disabled />}>
      <WholeField {...props} />
    </Suspense>
  )
}
