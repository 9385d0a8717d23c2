import { TextInput } from '@mantine/core'
import type { DateTimePickerProps } from '@mantine/dates'
import { Suspense } from 'react'
import { later } from './later.ts'

const CalendarMoment = later(() => import('./calendar-moment.tsx').then((m) => m.CalendarMoment))

/** The calendar is heavier than many a screen: the field keeps its place until it has come. */
export function DateTimeField(props: DateTimePickerProps) {
  return (
    <Suspense fallback={<TextInput label={props.label} description={props.description} disabled />}>
      {/* The cross that empties it says what it empties, unless the screen has words of its own. */}
      <CalendarMoment clearButtonProps={{ 'aria-label': `Golește: ${props.label}` }} {...props} />
    </Suspense>
  )
}
