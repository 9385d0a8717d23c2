import type { ScheduledOrder } from '@dispecerat/contract/dispatch/scheduled-orders'
import { MAX_LEAD_MINUTES } from '@dispecerat/domain/kernel/typed-text'
import { Button, Group, Modal, NumberInput } from '@mantine/core'
import { useState } from 'react'
import { leadSources } from '../../shared/orders/promise/promise-messages.ts'
import { fromWallTime, millisOf, toWallTime } from '../../text/format.ts'
import { ro } from '../../text/ro.ts'
import { useFocusReturn } from '../../ui/dialogs/use-focus-return.ts'
import { DateTimeField } from '../../ui/fields/date-time-field.tsx'
import { serverNow } from '../../ui/now.ts'
import { scheduleMessages as messages } from './schedule-messages.ts'
import { type Move, ownLead, wrongHour } from './use-scheduled-acts.ts'

interface Props {
  order: ScheduledOrder
  move: (move: Move) => Promise<boolean>
  busy: boolean
  onClose: () => void
}

/** Changes the departure of a scheduled order, and how long before it the search begins. */
export function MoveDialog({ order, move, busy, onClose }: Props) {
  useFocusReturn()
  const [wall, setWall] = useState(() => toWallTime(new Date(millisOf(order.departure_time))))
  const [lead, setLead] = useState<number | string>(ownLead(order) ?? '')
  const [wrong, setWrong] = useState<string | null>(null)
  const save = async () => {
    if (busy) return
    const at = fromWallTime(wall)
    const problem = at === null ? messages.past : wrongHour(at)
    setWrong(problem)
    if (at === null || problem !== null) return
    if (await move({ order, at, leadMinutes: typeof lead === 'number' ? lead : null })) onClose()
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={messages.moveTitle}
      size="sm"
      transitionProps={{ duration: 0 }}
      closeButtonProps={{ 'aria-label': ro.close }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <DateTimeField
          label={messages.moveAt}
          data-autofocus
          value={wall}
          error={wrong}
          minDate={toWallTime(new Date(serverNow()))}
          onChange={(next) => next && setWall(next)}
        />
        <NumberInput
          mt="sm"
          label={messages.lead}
          description={
            order.has_own_lead ? undefined : messages.leadHint(order.lead_minutes, leadSources[order.lead_source])
          }
          min={0}
          max={MAX_LEAD_MINUTES}
          allowDecimal={false}
          value={lead}
          onChange={setLead}
        />
        <Group justify="flex-end" gap="xs" mt="md">
          <Button variant="default" onClick={onClose}>
            {ro.cancel}
          </Button>
          <Button type="submit" aria-busy={busy}>
            {busy ? ro.order.submitting : messages.save}
          </Button>
        </Group>
      </form>
    </Modal>
  )
}
