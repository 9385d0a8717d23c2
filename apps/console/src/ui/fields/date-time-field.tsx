import { TextInput } from '@mantine/core'
import type { DateTimePickerProps } from '@mantine/dates'
import { Suspense } from 'react'
import { later } from '../later.ts'

const CalendarMoment = later(() => import('./calendar-moment.tsx').then((m) => m.CalendarMoment))

/** The calendar is large: a disabled field holds its place until it has loaded. */
export function DateTimeField(props: DateTimePickerProps) {
  return (
    <Suspense fallback={<TextInput label={props.label} description={props.description} disabled />}>
      {/* The accessible name of the clear button contains the field's label, unless the screen sets another. */}
      <CalendarMoment clearButtonProps={{ 'aria-label': `Golește: ${props.label}` }} {...props} />
    </Suspense>
  )
}
