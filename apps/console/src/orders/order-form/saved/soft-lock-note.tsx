import { Button } from '@mantine/core'
import type { SoftLock } from './soft-lock.ts'
import { softLockMessages as messages } from './soft-lock-messages.ts'

/** Names the users who have the order open; editing it beside them takes a press. */
export function SoftLockNote({ lock }: { lock: SoftLock }) {
  return (
    <div className="note tag-alert-soft soft-lock" role="status">
      <b>{messages.taken(lock.names)}</b>
      <div className="small">{messages.why}</div>
      <Button size="compact-xs" variant="default" onClick={lock.open}>
        {messages.open}
      </Button>
    </div>
  )
}
