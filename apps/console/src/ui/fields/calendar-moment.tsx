import '@mantine/dates/styles.css'
import 'dayjs/locale/ro'
import { DatesProvider, DateTimePicker, type DateTimePickerProps } from '@mantine/dates'
import dayjs from 'dayjs'
import customParseFormat from 'dayjs/plugin/customParseFormat'
import { useId } from 'react'

dayjs.extend(customParseFormat)

/**
 * Date and time in Bucharest wall time, 'YYYY-MM-DD HH:mm:ss'; the pair of ids repairs the dialog's aria-labelledby.
 */
export function CalendarMoment(props: DateTimePickerProps) {
  const id = useId()
  return (
    <DatesProvider settings={{ locale: 'ro', firstDayOfWeek: 1, weekendDays: [0, 6] }}>
      <DateTimePicker
        id={`${id}-target`}
        valueFormat="DD.MM.YYYY HH:mm"
        timePickerProps={{ format: '24h', hoursInputLabel: 'Ore', minutesInputLabel: 'Minute' }}
        ariaLabels={{
          nextMonth: 'Luna următoare',
          previousMonth: 'Luna precedentă',
          nextYear: 'Anul următor',
          previousYear: 'Anul precedent',
          nextDecade: 'Deceniul următor',
          previousDecade: 'Deceniul precedent',
        }}
        submitButtonProps={{ 'aria-label': 'Confirmă data' }}
        {...props}
        popoverProps={{ id, preventPositionChangeWhenVisible: false, ...props.popoverProps }}
      />
    </DatesProvider>
  )
}
