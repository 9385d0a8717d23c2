import type { OrderRow } from '@dispecerat/contract/orders/order-shapes'
import { useEffect } from 'react'
import { create } from 'zustand'
import { useLive, useResync } from '../../realtime/use-live.ts'
import { useOrderPanel } from '../../shared/orders/order-lists.store.ts'
import { useNow } from '../../ui/now.ts'
import { applyOrder, notifiedNow, seeAll, tonesAreDue, type WaitingOrders } from './waiting-orders.ts'

/** Paths whose screen shows the list; a press elsewhere does not mark its orders as seen. */
const IS_WORKSPACE = /^\/(operator|delivery)(\/|$)/

const useWaitingOrders = create<{ waiting: WaitingOrders }>(() => ({ waiting: new Map() }))

const change = (next: (waiting: WaitingOrders) => WaitingOrders) =>
  useWaitingOrders.setState(({ waiting }) => ({ waiting: next(waiting) }))

function applyOrderRow(id: number, row: OrderRow | null) {
  const isInQueue = row?.in_pending_queue === true
  /* An order that was in the list before this tab began to listen plays no tones. */
  const known = useOrderPanel.getState().byId.get(id)
  if (isInQueue && known?.in_pending_queue && !useWaitingOrders.getState().waiting.has(id)) return
  change((waiting) => applyOrder(waiting, id, isInQueue))
}

/** Follows which orders enter and leave the pending queue, and when a dispatcher sees the list. */
export function useWaitingOrdersFeed() {
  useLive('live_orders_updated', ({ order_id, order }) => applyOrderRow(order_id, order))
  useLive('remove_live_order', ({ order_id }) => change((waiting) => applyOrder(waiting, order_id, false)))
  useResync(() => useWaitingOrders.setState({ waiting: new Map() }))
  useEffect(() => {
    const tabs = new BroadcastChannel('dispecerat.waiting-orders')
    const markSeen = () => {
      const { waiting } = useWaitingOrders.getState()
      if (!IS_WORKSPACE.test(window.location.pathname) || seeAll(waiting) === waiting) return
      change(seeAll)
      tabs.postMessage('seen')
    }
    tabs.onmessage = () => change(seeAll)
    window.addEventListener('pointerdown', markSeen)
    window.addEventListener('keydown', markSeen)
    return () => {
      window.removeEventListener('pointerdown', markSeen)
      window.removeEventListener('keydown', markSeen)
      tabs.close()
    }
  }, [])
}

export function useTonesAreDue(): boolean {
  const waiting = useWaitingOrders((s) => s.waiting)
  return useNow(({ now }) => tonesAreDue(waiting, now))
}

export function announceWaiting(at: number) {
  change((waiting) => notifiedNow(waiting, at))
}
