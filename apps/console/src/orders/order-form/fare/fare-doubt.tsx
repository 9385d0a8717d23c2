import type { OrderView } from '@dispecerat/contract/orders/order-shapes'
import { confirmFare } from '@dispecerat/contract/orders/orders'
import { fareDoubtMark, fareDoubtReason } from '@dispecerat/domain/orders/fare-doubt-labels'
import { Button } from '@mantine/core'
import { request } from '../../../api/request.ts'
import { useUser } from '../../../api/session.ts'
import { useAction } from '../../../api/use-action.ts'
import { KeyHint } from '../../../keys/key-hint.tsx'
import { ariaKeys } from '../../../keys/registry.ts'
import { useKey } from '../../../keys/use-key.ts'
import { fareDoubtMessages as messages } from '../../../text/fare-doubt-messages.ts'
import { money } from '../../../text/format.ts'
import { confirm } from '../../../ui/dialogs/confirm.tsx'
import { toast } from '../../../ui/dialogs/toast.ts'
import { useKeepOrder, useRefetch } from '../use-order.ts'
import { confirmLock } from './fare-lock.ts'

interface Props {
  order: OrderView
  doubt: NonNullable<OrderView['fare_doubt']>
}

/** Beside the cost: that the fare is doubted, the reason, and the button for users who may confirm it. */
export function FareDoubt({ order, doubt }: Props) {
  const { keep } = useKeepOrder()
  const refetch = useRefetch()
  const locked = confirmLock(order, useUser())
  const reason = fareDoubtReason(doubt)
  const { run, busy } = useAction(
    ({ id, version }: { id: number; version: number }, key) =>
      request(confirmFare, { params: { id } }, { key, version }),
    {
      done: ({ data }) => {
        keep(data)
        toast.good(messages.confirmed)
      },
      failed: (error, { id }) => refetch(error, id),
    },
  )
  const openConfirmation = () => {
    if (locked !== null || busy) return
    const { id, version, cost } = order
    confirm({
      text: messages.ask(money(cost ?? 0), reason),
      yes: messages.confirm,
      onYes: () => void run({ id, version }),
    })
  }
  useKey('confirmFare', openConfirmation, locked === null)
  return (
    <div className="note tag-bad fare-doubt" role="status">
      <span>
        <b>{fareDoubtMark}</b>: {reason}. {messages.waits}
      </span>
      <Button
        size="compact-sm"
        variant="default"
        data-disabled={locked !== null || undefined}
        aria-disabled={locked !== null || undefined}
        aria-busy={busy || undefined}
        rightSection={<KeyHint of="confirmFare" />}
        aria-keyshortcuts={ariaKeys('confirmFare')}
        title={locked ?? undefined}
        aria-description={locked ?? undefined}
        onClick={(event) => {
          event.preventDefault()
          openConfirmation()
        }}
      >
        {messages.confirm}
      </Button>
    </div>
  )
}
