import { VisuallyHidden } from '@mantine/core'
import { getRouteApi, Outlet, useParams } from '@tanstack/react-router'
import { useKey } from '../../keys/use-key.ts'
import { ro } from '../../text/ro.ts'
import './operator.css'
import { OrderPanel } from './order-panel.tsx'
import { StatsStrip } from './stats-strip.tsx'
import { useOrderNews } from './use-order-news.ts'

const route = getRouteApi('/app/operator')

/** The cockpit: the queue on the left, the form or the map beside it, the numbers below. */
export function OperatorScreen() {
  const { tab, q } = route.useSearch()
  const navigate = route.useNavigate()
  const { id } = useParams({ strict: false }) as { id?: string }
  const openOrder = Number(id ?? 0) || undefined
  useOrderNews()
  useKey('newOrder', () => {
    // The form that stands there already takes the hands back to its first field.
    if (id === '0') document.querySelector<HTMLElement>('[data-phone]')?.focus()
    else void navigate({ to: '/operator/order/$id', params: { id: '0' }, search: { tab, q } })
  })
  useKey('map', () => void navigate({ to: '/operator/map', search: { tab, q, order: openOrder } }))
  return (
    <>
      <main id="content" className="cockpit">
        <VisuallyHidden>
          <h1>{ro.titles.operator}</h1>
        </VisuallyHidden>
        <OrderPanel />
        <Outlet />
      </main>
      <StatsStrip />
    </>
  )
}
