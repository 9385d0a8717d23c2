import { TextInput } from '@mantine/core'
import type { DateInputProps } from '@mantine/dates'
import { Suspense } from 'react'
import { later } from '../later.ts'

const CalendarDay = later(() => import('./calendar-day.tsx').then((m) => m.CalendarDay))

/** The calendar is large: a disabled field holds its place until it has loaded. */
export function DateField(props: DateInputProps) {
  return (
    <Suspense fallback={<TextInput size={props.size} label={props.label} description={props.description} disabled />}>
      {/* The accessible name of the clear button contains the field's label, unless the screen sets another. */}
      <CalendarDay clearButtonProps={{ 'aria-label': `Golește: ${props.label}` }} {...props} />
    </Suspense>
  )
}
