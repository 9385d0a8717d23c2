import { seesEveryCompany } from '@dispecerat/domain/identity/permissions'
import type { OrderListName } from '@dispecerat/domain/orders/order'
import { useEffect } from 'react'
import { useUser } from '../../api/session.ts'
import { FALLBACK_MS, useFallbackInterval } from '../../realtime/net-state.ts'
import { useLive, useResync } from '../../realtime/use-live.ts'
import {
  applyChange,
  applyCounts,
  freshenList,
  loadCounts,
  loadList,
  reloadAll,
  useOrderPanel,
} from '../../shared/orders/order-lists.store.ts'
import { useInterval } from '../../ui/use-interval.ts'
import { useThrottled } from '../../ui/use-throttled.ts'

/** Throttles requests for the totals of several companies. */
const TOTALS_MS = 1000
/** Closed orders leave their list by age, without an event: a list older than this is loaded again when it is shown. */
const TOO_OLD_MS = 10 * 60_000

/** Keeps the panel current: pushed while the socket is open, polled at the intervals of FALLBACK_MS while it is not. */
export function useOrderPanelLife(shown: OrderListName) {
  useLive('live_orders_updated', ({ order_id, order }) => applyChange({ id: order_id, row: order }))
  useLive('remove_live_order', ({ order_id, state }) => {
    const known = useOrderPanel.getState().byId.get(order_id)
    /* A draft in the in-call list is no live order. */
    if (!known || state === 'new') return
    applyChange({ id: order_id, row: { ...known, lists: known.lists.filter((kind) => kind !== 'live') } })
  })
  const { companies, roles } = useUser()
  const isOneCompany = companies.length === 1 && !seesEveryCompany(roles)
  const requestTotals = useThrottled(() => loadCounts(), TOTALS_MS)
  /* Pushed counts are those of one company; a user who sees several requests the totals. */
  useLive('order_counts', (counts) => (isOneCompany ? applyCounts(counts) : requestTotals()))
  useResync(reloadAll)

  useEffect(() => {
    void loadCounts()
  }, [])
  useEffect(() => {
    const { loadedAt } = useOrderPanel.getState().lists[shown]
    if (loadedAt === null || Date.now() - loadedAt > TOO_OLD_MS) void loadList(shown)
  }, [shown])

  const listInterval = useFallbackInterval(shown === 'in-call' ? FALLBACK_MS.inCall : FALLBACK_MS.lists)
  useInterval(() => void freshenList(shown), listInterval)
  useInterval(() => void loadCounts(), useFallbackInterval(FALLBACK_MS.counts))
}
