import type { OrderListName } from '@dispecerat/domain/order'
import { seesEveryCompany } from '@dispecerat/domain/permissions'
import { useEffect } from 'react'
import { useUser } from '../../api/session.ts'
import { FALLBACK_MS, useFallbackInterval } from '../../realtime/net-state.ts'
import { useLive, useResync } from '../../realtime/use-live.ts'
import { useInterval } from '../../ui/use-interval.ts'
import { hearChange, hearCounts, loadCounts, loadList, reloadAll, useOrderPanel } from './order-lists.store.ts'

/** Keeps the panel alive: pushed while the socket is open, polled at the specification's intervals while it is not. */
export function useOrderPanelLife(shown: OrderListName) {
  useLive('live_orders_updated', ({ order_id, order }) => hearChange({ id: order_id, row: order }))
  useLive('remove_live_order', ({ order_id }) => {
    const known = useOrderPanel.getState().byId.get(order_id)
    if (!known) return
    hearChange({ id: order_id, row: { ...known, lists: known.lists.filter((kind) => kind !== 'live') } })
  })
  const { companies, roles } = useUser()
  const isOneCompany = companies.length === 1 && !seesEveryCompany(roles)
  // Pushed counts are one company's; whoever sees several asks for the sums.
  useLive('order_counts', (counts) => (isOneCompany ? hearCounts(counts) : void loadCounts()))
  useResync(reloadAll)

  useEffect(() => {
    void loadCounts()
  }, [])
  useEffect(() => {
    if (useOrderPanel.getState().lists[shown].total === null) void loadList(shown)
  }, [shown])

  const listInterval = useFallbackInterval(shown === 'in-call' ? FALLBACK_MS.inCall : FALLBACK_MS.lists)
  useInterval(() => void loadList(shown), listInterval)
  useInterval(() => void loadCounts(), useFallbackInterval(FALLBACK_MS.counts))
}
