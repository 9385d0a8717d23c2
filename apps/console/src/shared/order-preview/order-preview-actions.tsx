import type { OrderView } from '@dispecerat/contract/orders/order-shapes'
import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { Suspense, useEffect, useRef, useState } from 'react'
import { useUser } from '../../api/session.ts'
import { driverCardMessages } from '../../text/driver-card-messages.ts'
import { later } from '../../ui/later.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { showDriver } from '../drivers/driver-card-drawer.tsx'
import { confirmMessage } from '../notices/send-message.tsx'
import { CallPhone } from '../telephone/call-phone.tsx'
import type { Whom } from '../telephone/dial-up.ts'
import { useWorkspace } from '../workspace/workspace.ts'
import { orderPreviewMessages as messages } from './order-preview-messages.ts'

const History = later(() => import('../orders/history/order-history.tsx').then((m) => m.OrderHistory))

/** Actions on a previewed order: open, call, write, history. */
export function OrderPreviewActions({ order, onLeave }: { order: OrderView; onLeave: () => void }) {
  const { permissions } = useUser()
  const { orderPath } = useWorkspace()
  const navigate = useNavigate()
  const [history, setHistory] = useState(false)
  const open = useRef<HTMLAnchorElement>(null)
  useEffect(() => open.current?.focus(), [])
  const { driver_id: driverId, driver, client_id: clientId } = order
  const driverName = [order.car_indicativ, driver?.name].filter(Boolean).join(' · ')
  return (
    <div className="order-preview-actions">
      <LinkButton
        ref={open}
        to={orderPath}
        params={{ id: String(order.id) }}
        search={({ preview: _, orders: __, ...others }) => others}
      >
        {messages.openOrder}
      </LinkButton>
      <Call label={messages.callClient} phone={order.phone ?? order.client_phone} whom={{ order_id: order.id }} />
      <Call
        label={messages.callDriver}
        phone={driver?.phone ?? null}
        whom={{ driver_id: driverId ?? undefined, order_id: order.id }}
      />
      <Button
        variant="default"
        data-disabled={driverId === null || undefined}
        aria-disabled={driverId === null}
        aria-description={driverId === null ? messages.noDriverYet : undefined}
        title={driverId === null ? messages.noDriverYet : undefined}
        onClick={() => {
          if (driverId !== null) confirmMessage({ userId: driverId, name: driverName, orderId: order.id })
        }}
      >
        {messages.message}
      </Button>
      {driverId !== null && permissions.includes('users.read') ? (
        <Button variant="default" onClick={() => showDriver(driverId)}>
          {driverCardMessages.title}
        </Button>
      ) : null}
      {permissions.includes('orders.history') ? (
        <Button variant="default" onClick={() => setHistory(true)}>
          {messages.history}
        </Button>
      ) : null}
      {clientId !== null && permissions.includes('clients.read') ? (
        <Button
          variant="default"
          onClick={() => {
            onLeave()
            void navigate({ to: '/orders/$type', params: { type: 'all' }, search: { client: clientId } })
          }}
        >
          {messages.clientOrders}
        </Button>
      ) : null}
      {history ? (
        <Suspense fallback={null}>
          <History orderId={order.id} onClose={() => setHistory(false)} />
        </Suspense>
      ) : null}
    </div>
  )
}

function Call({ label, phone, whom }: { label: string; phone: string | null; whom: Omit<Whom, 'phone'> }) {
  const disabled = { 'data-disabled': true, 'aria-disabled': true, title: messages.noPhone } as const
  return phone === null ? (
    <Button variant="default" {...disabled} aria-description={messages.noPhone}>
      {label}
    </Button>
  ) : (
    <CallPhone phone={phone} label={label} whom={whom} size="sm" />
  )
}
