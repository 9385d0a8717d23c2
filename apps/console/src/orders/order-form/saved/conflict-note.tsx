import type { OrderView } from '@dispecerat/contract/orders/order-shapes'
import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { ro } from '../../../text/ro.ts'
import { savedOrderMessages } from '../saved-order-messages.ts'
import { useWhoChanged } from './use-who-changed.ts'

const messages = savedOrderMessages.edit

interface Props {
  order: OrderView
  /** The field's label on the screen and its name in the API. */
  label: string
  field: string
  before: string
  now: string
  /** A save is waiting for this decision. */
  isAsked: boolean
  onKeepMine: () => void
  onTakeTheirs: () => void
}

/** Another user changed the field that is being edited: shows their value and lets the user choose one. */
export function ConflictNote({
  order,
  label,
  field,
  before,
  now,
  isAsked: isConfirming,
  onKeepMine,
  onTakeTheirs,
}: Props) {
  const keep = useRef<HTMLButtonElement>(null)
  const who = useWhoChanged(order, field)
  useEffect(() => {
    if (isConfirming) keep.current?.focus()
  }, [isConfirming])
  return (
    <div className="note tag-alert-soft" role="alert">
      <b>{ro.order.edit.changedTitle}</b>
      <div>{messages.changed(label, who, before || ro.order.edit.empty, now || ro.order.edit.empty)}</div>
      <div className="conflict-choice">
        <span className="small">{messages.kept}</span>
        <Button ref={keep} size="compact-xs" variant="default" onClick={onKeepMine}>
          {messages.keepMine}
        </Button>
        <Button size="compact-xs" variant="default" onClick={onTakeTheirs}>
          {messages.takeTheirs}
        </Button>
      </div>
    </div>
  )
}
