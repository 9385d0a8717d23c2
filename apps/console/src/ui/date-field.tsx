import { TextInput } from '@mantine/core'
import type { DateInputProps } from '@mantine/dates'
import { Suspense } from 'react'
import { later } from './later.ts'

const CalendarDay = later(() => import('./calendar-day.tsx').then((m) => m.CalendarDay))

/** The calendar is heavier than many a screen: the field keeps its place until it has come. */
export function DateField(props: DateInputProps) {
  return (
    <Suspense fallback={<TextInput size={props.size} label={props.label} description={props.description} disabled />}>
      {/* The cross that empties it says what it empties, unless the screen has words of its own. */}
      <CalendarDay clearButtonProps={{ 'aria-label': `Golește: ${props.label}` }} {...props} />
    </Suspense>
  )
}
