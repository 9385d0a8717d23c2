import { listOwnMonths } from '@dispecerat/contract/billing/own-money'
import { listOrders } from '@dispecerat/contract/orders/orders'
import { readProtocolAccount } from '@dispecerat/contract/orders/protocol-account'
import { VisuallyHidden } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Outlet, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { invalidate } from '../../api/endpoint-query.ts'
import { useKey } from '../../keys/use-key.ts'
import { useLive, useResync } from '../../realtime/use-live.ts'
import { invalidateOrder } from '../../shared/orders/keep-order.ts'
import { useWorkspace } from '../../shared/workspace/workspace.ts'
import { companyMessages } from '../../text/company-messages.ts'
import { AccountStrip } from './account-strip.tsx'
import './company.css'
import { OwnOrders } from './own-orders.tsx'
import { OWN_TABS, type OwnTab } from './own-tabs.ts'

/** The workspace of a protocol company: its orders, the form or the open order, and the cost of the month. */
export function CompanyWorkspace() {
  const { orderPath } = useWorkspace()
  const { tab: named } = useSearch({ strict: false })
  const { id } = useParams({ strict: false }) as { id?: string }
  const navigate = useNavigate()
  const cache = useQueryClient()
  const tab: OwnTab = OWN_TABS.find((each) => each === named) ?? 'live'
  const goTo = (next: OwnTab) =>
    void navigate({ to: orderPath, params: { id: id ?? '0' }, search: { tab: next }, replace: true })
  const again = () => void invalidate(cache, listOrders, readProtocolAccount, listOwnMonths)

  useLive('own_order_changed', ({ order_id }) => {
    again()
    void invalidateOrder(cache, order_id)
  })
  useLive('own_account_changed', again)
  useLive('own_invoices_changed', again)
  useResync(() => {
    again()
    void invalidateOrder(cache)
  })
  useKey('newOrder', () => {
    if (id === '0') document.querySelector<HTMLElement>('[data-phone]')?.focus()
    else void navigate({ to: orderPath, params: { id: '0' }, search: { tab } })
  })
  useKey('tabLive', () => goTo('live'))
  useKey('tabFinished', () => goTo('finished'))
  useKey('tabCanceled', () => goTo('canceled'))

  return (
    <>
      <main id="content" className="own-desk">
        <VisuallyHidden>
          <h1>{companyMessages.title}</h1>
        </VisuallyHidden>
        <OwnOrders tab={tab} openId={id} onTab={goTo} />
        <Outlet />
      </main>
      <AccountStrip />
    </>
  )
}
