import type { OrderView } from '@dispecerat/contract/order-shapes'
import { orderCan, orderCanBeDeleted, orderCanBeDuplicated } from '@dispecerat/domain/order'
import { Button } from '@mantine/core'
import { Suspense, useState } from 'react'
import { useUser } from '../../api/session.ts'
import { lifeOf } from '../../parts/order-life.ts'
import { useOrderActions } from '../../parts/use-order-actions.tsx'
import { ro } from '../../text/ro.ts'
import { later } from '../../ui/later.ts'

const words = ro.order.actions
const AssignDriver = later(() => import('./assign-driver.tsx').then((m) => m.AssignDriver))
const OrderHistory = later(() => import('./order-history.tsx').then((m) => m.OrderHistory))

/** What the state allows is drawn; what only this person may not do is drawn disabled, with the reason. */
export function OrderActionsBar({ order }: { order: OrderView }) {
  const me = useUser()
  const actions = useOrderActions()
  const [dialog, setDialog] = useState<'assign' | 'history' | null>(null)
  const life = lifeOf(order)
  const notMine = order.dispatcher_id === me.id ? null : words.notOwner
  const { id } = order
  const whyNotDeleted = orderCanBeDeleted(life)
    ? null
    : order.state === 'assigned'
      ? words.assignedFirst
      : words.finishedStays
  return (
    <fieldset className="actions" aria-label={words.label}>
      {orderCan(life, 'cancel') ? (
        <Action text={words.cancel} color="red" busy={actions.busy} onClick={() => actions.cancel(id)} />
      ) : null}
      {orderCan(life, 'retry') ? (
        <Action text={words.retry} why={notMine} busy={actions.busy} onClick={() => void actions.retry(id)} />
      ) : null}
      {orderCan(life, 'queue') ? (
        <Action text={words.queue} why={notMine} busy={actions.busy} onClick={() => void actions.queue(id)} />
      ) : null}
      {orderCan(life, 'setDriver') ? (
        <Action text={words.assign} busy={actions.busy} onClick={() => setDialog('assign')} />
      ) : null}
      {orderCanBeDuplicated(life) ? (
        <Action text={words.duplicate} busy={actions.busy} onClick={() => void actions.duplicate(id)} />
      ) : null}
      <Action text={words.delete} why={whyNotDeleted} busy={actions.busy} onClick={() => actions.remove(id)} />
      <Action text={words.history} busy={false} onClick={() => setDialog('history')} />
      <Suspense fallback={null}>
        {dialog === 'assign' ? <AssignDriver orderId={id} onClose={() => setDialog(null)} /> : null}
        {dialog === 'history' ? <OrderHistory orderId={id} onClose={() => setDialog(null)} /> : null}
      </Suspense>
    </fieldset>
  )
}

interface ActionProps {
  text: string
  color?: string
  why?: string | null
  busy: boolean
  onClick: () => void
}

function Action({ text, color, why = null, busy, onClick }: ActionProps) {
  const isOff = why !== null
  return (
    <Button
      size="compact-sm"
      variant="default"
      className={color === 'red' && !isOff ? 'action-danger' : undefined}
      data-disabled={isOff || undefined}
      aria-disabled={isOff || undefined}
      title={why ?? undefined}
      aria-description={why ?? undefined}
      aria-busy={busy || undefined}
      onClick={(event) => {
        event.preventDefault()
        if (!isOff && !busy) onClick()
      }}
    >
      {text}
    </Button>
  )
}
