import type { OrderRow } from '@dispecerat/contract/orders/order-shapes'
import { showPhone } from '@dispecerat/domain/kernel/phone'
import { type OrderAction, whyNot } from '@dispecerat/domain/orders/order-actions'
import { Menu } from '@mantine/core'
import {
  IconCopy,
  IconEye,
  IconHistory,
  IconPhone,
  IconPhoneCall,
  IconPhoneIncoming,
  IconPhoneOff,
  IconRefresh,
  IconTrash,
} from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import { useUser } from '../../../api/session.ts'
import { showOrderPreview } from '../../../shared/order-preview/order-preview-drawer.tsx'
import { lifeOf } from '../../../shared/orders/order-life.ts'
import { useOrderPanel } from '../../../shared/orders/order-lists.store.ts'
import { stateLabel } from '../../../shared/orders/order-state-badge.tsx'
import { useOrderActions } from '../../../shared/orders/use-order-actions.tsx'
import { useColleaguesCall } from '../../../shared/telephone/use-colleagues-call.ts'
import { ro } from '../../../text/ro.ts'
import { toast } from '../../../ui/dialogs/toast.ts'

const messages = ro.lists
const COPIED_MS = 1000

export interface MenuPlace {
  id: number
  x: number
  y: number
  returnTo: HTMLElement | null
}

interface Props {
  place: MenuPlace
  onClose: () => void
  onHistory: (id: number) => void
}

/** The menu of a row, opened by right click, the Menu key or Shift+F10; a disabled entry gives the reason. */
export function RowMenu({ place, onClose, onHistory }: Props) {
  const order = useOrderPanel((s) => s.byId.get(place.id))
  const actions = useOrderActions()
  const reason = useReason(order)
  if (!order) return null
  const { id, phone } = order
  const close = () => {
    onClose()
    place.returnTo?.focus()
  }
  const copy = () => {
    if (phone === null) return
    void navigator.clipboard.writeText(showPhone(phone)).then(() => toast.good(messages.copied, { ms: COPIED_MS }))
  }
  const noPhone = phone === null ? messages.noPhoneToCopy : null
  return (
    <Menu
      withInitialFocusPlaceholder={false}
      opened
      onClose={close}
      position="bottom-start"
      width={250}
      transitionProps={{ duration: 0 }}
    >
      <Menu.Target>
        <button
          type="button"
          tabIndex={-1}
          aria-label={messages.menu(id)}
          className="menu-anchor"
          style={{ left: place.x, top: place.y }}
        />
      </Menu.Target>
      <Menu.Dropdown aria-label={messages.menu(id)}>
        <Item icon={<IconEye size={15} />} text={messages.preview} act={() => showOrderPreview(id)} />
        <Item
          icon={<IconPhoneCall size={15} />}
          text={messages.call}
          why={noPhone}
          act={() =>
            phone !== null &&
            void import('../../../shared/telephone/dial-up.ts').then(({ dialUp }) => dialUp(phone, { order_id: id }))
          }
        />
        <ColleaguesCallItems orderId={id} />
        <Item icon={<IconPhone size={15} />} text={messages.copyPhone} why={noPhone} act={copy} />
        <Item icon={<IconHistory size={15} />} text={messages.history} act={() => onHistory(id)} />
        <Menu.Divider />
        <Item
          icon={<IconCopy size={15} />}
          text={ro.order.actions.duplicate}
          why={reason('duplicate')}
          act={() => void actions.duplicate(id)}
        />
        <Item
          icon={<IconRefresh size={15} />}
          text={ro.order.actions.retry}
          why={reason('retry')}
          act={() => void actions.retry(id)}
        />
        <Item
          icon={<IconTrash size={15} />}
          text={messages.delete}
          why={reason('delete')}
          danger
          act={() => actions.remove(id)}
        />
      </Menu.Dropdown>
    </Menu>
  )
}

/** A colleague's call about the order may be taken over or ended. */
function ColleaguesCallItems({ orderId }: { orderId: number }) {
  const colleagues = useColleaguesCall(orderId)
  return (
    <>
      {colleagues?.mayTake ? (
        <Item
          icon={<IconPhoneIncoming size={15} />}
          text={ro.calls.takeOver}
          act={() =>
            void import('../../../shared/telephone/take-over.ts').then(({ confirmTakeOver }) =>
              confirmTakeOver(colleagues.call),
            )
          }
        />
      ) : null}
      {colleagues?.mayEnd ? (
        <Item
          icon={<IconPhoneOff size={15} />}
          text={ro.calls.endColleagues}
          danger
          act={() =>
            void import('../../../shared/telephone/end-colleagues-call.ts').then(({ confirmEnd }) =>
              confirmEnd(colleagues.call),
            )
          }
        />
      ) : null}
    </>
  )
}

interface ItemProps {
  icon: ReactNode
  text: string
  /** Reason why the entry is disabled. */
  why?: string | null
  danger?: boolean
  act: () => void
}

/** A disabled entry stays focusable, so that screen readers read its reason. */
function Item({ icon, text, why = null, danger = false, act }: ItemProps) {
  const reasonId = useId()
  const isOff = why !== null
  return (
    <Menu.Item
      leftSection={icon}
      className={danger && !isOff ? 'danger-item' : undefined}
      data-off={isOff || undefined}
      aria-disabled={isOff || undefined}
      aria-describedby={isOff ? reasonId : undefined}
      closeMenuOnClick={!isOff}
      onClick={isOff ? undefined : act}
    >
      {text}
      {isOff ? (
        <span id={reasonId} className="menu-reason">
          {why}
        </span>
      ) : null}
    </Menu.Item>
  )
}

function useReason(order: OrderRow | undefined) {
  const me = useUser()
  return (action: OrderAction): string | null => {
    if (!order) return null
    const why = whyNot(lifeOf(order), action, { userId: me.id, roles: me.roles, permissions: me.permissions })
    if (why === null) return null
    if (why === 'not_allowed') return messages.notAllowed
    if (why === 'not_owner') return ro.order.actions.notOwner
    if (why === 'assigned_first') return ro.order.actions.assignedFirst
    if (why === 'finished_stays') return ro.order.actions.finishedStays
    return ro.order.actions.wrongState(stateLabel(order.state, order.trip_state))
  }
}
