import { Button, Popover } from '@mantine/core'
import { useState } from 'react'
import { phoneMessages } from '../shared/telephone/phone-messages.ts'
import { type PhoneStatus, takePhoneOver, usePhone } from '../shared/telephone/phone-store.ts'
import { useEscLayer } from '../ui/dialogs/esc-layer.ts'
import './phone-chip.css'
import { PhoneSettings } from './phone-settings.tsx'

const SIGN: Record<PhoneStatus, string> = {
  off: '✕',
  connecting: '◐',
  registered: '●',
  failed: '✕',
  otherTab: '○',
  noMicrophone: '✕',
}

/** Shows whether calls ring in this tab, and the reason if not; opens the telephone's settings. */
export function PhoneChip() {
  const status = usePhone((s) => s.status)
  const isVoiceless = usePhone((s) => s.isVoiceless)
  const shownStatus = isVoiceless ? 'noMicrophone' : status
  const title = isVoiceless ? phoneMessages.voiceless.status : phoneMessages.status[status]
  const [isOpen, setIsOpen] = useState(false)
  useEscLayer(() => setIsOpen(false), isOpen)
  return (
    <span className="phone-place">
      <Popover
        opened={isOpen}
        onChange={setIsOpen}
        position="bottom-end"
        width={300}
        trapFocus
        returnFocus
        withinPortal
        closeOnEscape={false}
        transitionProps={{ duration: 0 }}
      >
        <Popover.Target>
          <button
            type="button"
            className={`phone-chip phone-${shownStatus}`}
            aria-label={`${phoneMessages.chip.off}: ${phoneMessages.chip[shownStatus]}`}
            title={title}
            onClick={() => setIsOpen(!isOpen)}
          >
            <span aria-hidden>☎ {SIGN[shownStatus]}</span> {phoneMessages.chip[shownStatus]}
          </button>
        </Popover.Target>
        <Popover.Dropdown aria-label={phoneMessages.settings}>
          <PhoneSettings />
        </Popover.Dropdown>
      </Popover>
      <span role="status" className="visually-hidden">
        {title}
      </span>
      {status === 'otherTab' ? (
        <Button size="compact-xs" variant="default" onClick={takePhoneOver}>
          {phoneMessages.takeOver}
        </Button>
      ) : null}
    </span>
  )
}
