import type { OrderView } from '@dispecerat/contract/orders/order-shapes'
import type { OrderAction } from '@dispecerat/domain/orders/order-actions'
import { Button } from '@mantine/core'
import { Suspense, useState } from 'react'
import { useUser } from '../../api/session.ts'
import { ariaKeys, type KeyId } from '../../keys/registry.ts'
import { useOrderActions } from '../../shared/orders/use-order-actions.tsx'
import { CallPhone } from '../../shared/telephone/call-phone.tsx'
import { ro } from '../../text/ro.ts'
import { later } from '../../ui/later.ts'
import { serverNow } from '../../ui/now.ts'
import { confirmBlockPhone } from '../clients/confirm-block-phone.tsx'
import { savedOrderMessages } from './saved-order-messages.ts'
import { whyNotNow } from './search/why-not-action.ts'

const messages = ro.order.actions
const more = savedOrderMessages.actions
const AssignNow = later(() => import('./by-hand/assign-now.tsx').then((m) => m.AssignNow))
const TakeBack = later(() => import('./by-hand/take-back.tsx').then((m) => m.TakeBack))
const AssignDriver = later(() => import('./search/assign-driver.tsx').then((m) => m.AssignDriver))
const NotifyDrivers = later(() => import('./notify-drivers.tsx').then((m) => m.NotifyDrivers))
const OrderHistory = later(() => import('../../shared/orders/history/order-history.tsx').then((m) => m.OrderHistory))
const ClientHistory = later(() => import('./client/client-history.tsx').then((m) => m.ClientHistory))
const CancelOrder = later(() => import('./cancel-order.tsx').then((m) => m.CancelOrder))
const RateOrder = later(() => import('./client/rate-order.tsx').then((m) => m.RateOrder))

type Dialog = 'cancel' | 'assignNow' | 'takeBack' | 'assign' | 'notify' | 'rate' | 'history' | 'client'

/** Every action of a placed order; unavailable ones are disabled and give the reason. */
export function OrderActionsBar({ order }: { order: OrderView }) {
  const me = useUser()
  const actions = useOrderActions()
  const [dialog, setDialog] = useState<Dialog | null>(null)
  const { id } = order
  const who = { userId: me.id, roles: me.roles, permissions: me.permissions }
  const why = (action: OrderAction) => whyNotNow(order, action, who, new Date(serverNow()))
  const phone = order.client_phone ?? order.phone
  const noPhone = phone === null ? more.noClient : null
  const mayNot = (isAllowed: boolean) => (isAllowed ? null : more.notAllowed)
  const { busy } = actions
  return (
    <fieldset className="actions" aria-label={messages.label}>
      <Action text={messages.cancel} isDanger why={why('cancel')} busy={busy} onClick={() => setDialog('cancel')} />
      <Action text={messages.retry} why={why('retry')} busy={busy} onClick={() => void actions.retry(id)} />
      <Action
        text={more.assignNow}
        of="assignNow"
        why={why('assignNow')}
        busy={busy}
        onClick={() => setDialog('assignNow')}
      />
      <Action
        text={more.takeBack}
        of="takeBack"
        why={why('takeBack')}
        busy={busy}
        onClick={() => setDialog('takeBack')}
      />
      <Action text={messages.assign} why={why('assign')} busy={busy} onClick={() => setDialog('assign')} />
      <Action text={messages.notify} why={why('notify')} busy={busy} onClick={() => setDialog('notify')} />
      <Action text={messages.queue} why={why('queue')} busy={busy} onClick={() => void actions.queue(id)} />
      <Action text={messages.duplicate} why={why('duplicate')} busy={busy} onClick={() => void actions.duplicate(id)} />
      <Action text={messages.delete} why={why('delete')} busy={busy} onClick={() => actions.remove(id)} />
      <Action text={more.rate} why={why('rate')} onClick={() => setDialog('rate')} />
      {order.always_in_call ? (
        <Action
          text={more.removeFromCalls}
          why={mayNot(me.permissions.includes('orders.dispatch'))}
          onClick={() => void actions.removeFromCalls(id)}
        />
      ) : null}
      <Action
        text={messages.history}
        why={mayNot(me.permissions.includes('orders.history'))}
        onClick={() => setDialog('history')}
      />
      <CallPhone phone={phone} name={order.name} whom={{ order_id: id }} />
      <Action text={more.clientHistory} why={noPhone} onClick={() => setDialog('client')} />
      <Action
        text={more.block}
        why={mayNot(me.permissions.includes('blocked_phones.edit')) ?? noPhone}
        onClick={() => phone !== null && confirmBlockPhone(phone)}
      />
      <Suspense fallback={null}>
        <OpenDialog
          order={order}
          dialog={dialog}
          onClose={() => setDialog(null)}
          onCancel={(reason) => void actions.cancel(id, reason)}
        />
      </Suspense>
    </fieldset>
  )
}

interface DialogProps {
  order: OrderView
  dialog: Dialog | null
  onClose: () => void
  onCancel: (reason: string) => void
}

function OpenDialog({ order, dialog, onClose, onCancel }: DialogProps) {
  switch (dialog) {
    case 'cancel':
      return <CancelOrder order={order} onClose={onClose} onCancel={onCancel} />
    case 'assignNow':
      return <AssignNow order={order} onClose={onClose} />
    case 'takeBack':
      return <TakeBack order={order} onClose={onClose} />
    case 'assign':
      return <AssignDriver order={order} onClose={onClose} />
    case 'notify':
      return <NotifyDrivers order={order} onClose={onClose} />
    case 'rate':
      return <RateOrder order={order} onClose={onClose} />
    case 'history':
      return <OrderHistory orderId={order.id} onClose={onClose} />
    case 'client':
      return (
        <ClientHistory clientId={order.client_id} phone={order.client_phone ?? order.phone ?? ''} onClose={onClose} />
      )
    default:
      return null
  }
}

interface ActionProps {
  text: string
  isDanger?: boolean
  why?: string | null
  busy?: boolean
  /** The key that does the same. */
  of?: KeyId
  onClick: () => void
}

function Action({ text, isDanger = false, why = null, busy = false, of, onClick }: ActionProps) {
  const isOff = why !== null
  return (
    <Button
      size="compact-sm"
      variant="default"
      className={isDanger && !isOff ? 'action-danger' : undefined}
      data-disabled={isOff || undefined}
      aria-disabled={isOff || undefined}
      title={why ?? undefined}
      aria-description={why ?? undefined}
      aria-busy={busy || undefined}
      aria-keyshortcuts={of && ariaKeys(of)}
      onClick={(event) => {
        event.preventDefault()
        if (!isOff && !busy) onClick()
      }}
    >
      {text}
    </Button>
  )
}
