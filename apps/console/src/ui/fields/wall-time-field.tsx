import { ActionIcon, TextInput } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { useRef } from 'react'
import { readableWall, wallOfReadable } from '../../text/format.ts'

interface Props {
  label: string
  placeholder: string
  /** Accessible name of the button that opens the calendar. */
  pickLabel: string
  /** Bucharest wall time 'YYYY-MM-DD HH:mm:ss', possibly incomplete. */
  value: string
  error: string | undefined
  /** Shown and typed as 01.12.2026 14:30; otherwise as the value itself. */
  readable?: boolean
  onChange: (value: string) => void
}

/** A date and time typed as text; a button opens the browser's own calendar. */
export function WallTimeField({ label, placeholder, pickLabel, value, error, readable = false, onChange }: Props) {
  const calendar = useRef<HTMLInputElement>(null)
  return (
    <div className="wall-time">
      <TextInput
        label={label}
        placeholder={placeholder}
        autoComplete="off"
        className="digits"
        value={readable ? readableWall(value) : value}
        error={error}
        onChange={({ currentTarget: { value: typed } }) => onChange(readable ? wallOfReadable(typed) : typed)}
        rightSection={
          <ActionIcon
            variant="subtle"
            color="gray"
            size={24}
            aria-label={`${pickLabel}: ${label}`}
            onClick={() => calendar.current?.showPicker()}
          >
            <IconCalendar size={15} />
          </ActionIcon>
        }
      />
      <input
        ref={calendar}
        type="datetime-local"
        step={1}
        tabIndex={-1}
        aria-hidden
        className="wall-time-calendar"
        value={value.replace(' ', 'T')}
        onChange={(event) => onChange(withSeconds(event.currentTarget.value))}
      />
    </div>
  )
}

/** '2026-11-21T14:30' → '2026-11-21 14:30:00'. */
function withSeconds(picked: string): string {
  const [day = '', time = ''] = picked.split('T')
  return picked === '' ? '' : `${day} ${time.length === 5 ? `${time}:00` : time}`
}
