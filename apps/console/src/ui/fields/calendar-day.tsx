import '@mantine/dates/styles.css'
import 'dayjs/locale/ro'
import { DateInput, type DateInputProps, DatesProvider } from '@mantine/dates'
import dayjs from 'dayjs'
import customParseFormat from 'dayjs/plugin/customParseFormat'
import { useId } from 'react'

dayjs.extend(customParseFormat)

/**
 * A calendar date, 'YYYY-MM-DD', typed as 01.12.2026 or chosen; the pair of ids repairs the dialog's aria-labelledby.
 */
export function CalendarDay(props: DateInputProps) {
  const id = useId()
  return (
    <DatesProvider settings={{ locale: 'ro', firstDayOfWeek: 1, weekendDays: [0, 6] }}>
      <DateInput
        id={`${id}-target`}
        valueFormat="DD.MM.YYYY"
        placeholder="zz.ll.aaaa"
        ariaLabels={{ nextMonth: 'Luna următoare', previousMonth: 'Luna precedentă' }}
        {...props}
        popoverProps={{ id, ...props.popoverProps }}
      />
    </DatesProvider>
  )
}
