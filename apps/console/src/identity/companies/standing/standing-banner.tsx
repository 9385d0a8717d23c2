import { listStandings } from '@dispecerat/contract/identity/companies'
import { useQueryClient } from '@tanstack/react-query'
import { Suspense } from 'react'
import { invalidate, useEndpointQuery } from '../../../api/endpoint-query.ts'
import { useUser } from '../../../api/session.ts'
import { useLive, useResync } from '../../../realtime/use-live.ts'
import { later } from '../../../ui/later.ts'

/** Most companies have no notice, so its component is loaded only when needed. */
const CompanyStatusLines = later(() => import('./standing-lines.tsx').then((m) => m.CompanyStatusLines))

/** A trial ends at midnight, possibly while the page is open. */
const REFETCH_INTERVAL_MS = 15 * 60_000

/**
 * Above every page: until when the user's companies take new orders, when that ends or has ended, and what a new
 * company waits for.
 */
export function CompanyStatusBanner() {
  const { companies, permissions } = useUser()
  const cache = useQueryClient()
  const again = () => void invalidate(cache, listStandings)
  useLive('company_settings_changed', again)
  useResync(again)
  const { data } = useEndpointQuery(
    listStandings,
    {},
    { refetchInterval: REFETCH_INTERVAL_MS, enabled: permissions.includes('orders.dispatch') },
  )
  const noted = data?.data.filter(
    ({ company_id: id, status, takes_orders: takes, is_email_proved: isProved }) =>
      companies.some((one) => one.id === id) && (status !== 'active' || !takes || !isProved),
  )
  if (!data || !noted?.length) return null
  return (
    <Suspense fallback={null}>
      <CompanyStatusLines standings={noted} today={data.today} />
    </Suspense>
  )
}
