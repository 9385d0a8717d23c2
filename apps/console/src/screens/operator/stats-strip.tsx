import { readStatistics } from '@dispecerat/contract/company-desk'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { call } from '../../api/call.ts'
import { KeyHint } from '../../keys/key-hint.tsx'
import { ariaKeys } from '../../keys/registry.ts'
import { FALLBACK_MS } from '../../realtime/net-state.ts'
import { useLive } from '../../realtime/use-live.ts'
import { groupThousands } from '../../text/plural.ts'
import { ro } from '../../text/ro.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { useThrottled } from '../../ui/use-throttled.ts'

/** A fleet changes many times a second; the counters need not. */
const CALM_MS = 2000
const route = getRouteApi('/app/operator')

/** The numbers of the day in one line, under the columns. */
export function StatsStrip() {
  const { tab, q } = route.useSearch()
  const { data, refetch } = useQuery({
    queryKey: ['statistics'],
    queryFn: ({ signal }) => call(readStatistics, {}, { signal }),
    refetchInterval: FALLBACK_MS.statistics,
  })
  const refresh = useThrottled(() => void refetch(), CALM_MS)
  useLive('driver_status_changed', refresh)
  useLive('order_counts', refresh)

  const numbers: [string, number | undefined][] = [
    [ro.stats.last24h, data?.ordersLast24hCount],
    [ro.stats.canceled, data?.canceledOrdersLast24hCount],
    [ro.stats.online, data?.driversOnlineCount],
    [ro.stats.busy, data?.driversBusyCount],
    [ro.stats.free, data?.driversFreeCount],
    [ro.stats.priority, data?.driversPriorityCount],
  ]
  return (
    <section className="stats-strip" aria-label={ro.stats.label}>
      <LinkButton
        to="/operator/order/$id"
        params={{ id: '0' }}
        search={{ tab, q }}
        size="compact-sm"
        rightSection={<KeyHint of="newOrder" />}
        aria-keyshortcuts={ariaKeys('newOrder')}
      >
        {ro.stats.newOrder}
      </LinkButton>
      <LinkButton
        to="/operator/map"
        search={{ tab, q }}
        size="compact-sm"
        variant="default"
        rightSection={<KeyHint of="map" />}
        aria-keyshortcuts={ariaKeys('map')}
      >
        {ro.stats.map}
      </LinkButton>
      <dl className="strip-numbers">
        {numbers.map(([label, n]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="digits">{n === undefined ? '–' : groupThousands(n)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
