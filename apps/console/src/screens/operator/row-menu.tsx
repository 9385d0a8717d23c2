import { orderCan, orderCanBeDeleted, orderCanBeDuplicated } from '@dispecerat/domain/order'
import { showPhone } from '@dispecerat/domain/phone'
import { Menu } from '@mantine/core'
import { IconCopy, IconPhone, IconRefresh, IconTrash } from '@tabler/icons-react'
import { useUser } from '../../api/session.ts'
import { lifeOf } from '../../parts/order-life.ts'
import { useOrderActions } from '../../parts/use-order-actions.tsx'
import { ro } from '../../text/ro.ts'
import { toast } from '../../ui/toast.ts'
import { useOrderPanel } from './order-lists.store.ts'

export interface MenuPlace {
  id: number
  x: number
  y: number
  returnTo: HTMLElement | null
}

/** The right-click (or Menu key) menu of a row; entries the state forbids are not drawn. */
export function RowMenu({ place, onClose }: { place: MenuPlace; onClose: () => void }) {
  const order = useOrderPanel((s) => s.byId.get(place.id))
  const actions = useOrderActions()
  const me = useUser()
  if (!order) return null
  const life = lifeOf(order)
  const { phone } = order
  const close = () => {
    onClose()
    place.returnTo?.focus()
  }
  const copy = () => {
    if (phone === null) return
    void navigator.clipboard.writeText(showPhone(phone)).then(() => toast.good(ro.lists.copied, { ms: 1000 }))
  }
  return (
    <Menu
      withInitialFocusPlaceholder={false}
      opened
      onClose={close}
      position="bottom-start"
      transitionProps={{ duration: 0 }}
    >
      <Menu.Target>
        <button
          type="button"
          tabIndex={-1}
          aria-label={ro.lists.menu(place.id)}
          className="menu-anchor"
          style={{ left: place.x, top: place.y }}
        />
      </Menu.Target>
      <Menu.Dropdown aria-label={ro.lists.menu(place.id)}>
        {phone ? (
          <Menu.Item leftSection={<IconPhone size={15} />} onClick={copy}>
            {ro.lists.copyPhone}
          </Menu.Item>
        ) : null}
        {orderCanBeDuplicated(life) ? (
          <Menu.Item leftSection={<IconCopy size={15} />} onClick={() => void actions.duplicate(place.id)}>
            {ro.order.actions.duplicate}
          </Menu.Item>
        ) : null}
        {orderCan(life, 'retry') && order.dispatcher_id === me.id ? (
          <Menu.Item leftSection={<IconRefresh size={15} />} onClick={() => void actions.retry(place.id)}>
            {ro.order.actions.retry}
          </Menu.Item>
        ) : null}
        {orderCanBeDeleted(life) ? (
          <Menu.Item
            className="danger-item"
            leftSection={<IconTrash size={15} />}
            onClick={() => actions.remove(place.id)}
          >
            {ro.lists.delete}
          </Menu.Item>
        ) : null}
      </Menu.Dropdown>
    </Menu>
  )
}
