import type { OrderLooker } from '@dispecerat/contract/realtime'
import { useEffect } from 'react'
import { create } from 'zustand'
import { useSession } from '../api/session.ts'
import { onLive } from './live-events.ts'
import { showOrderToRoom } from './live-socket.ts'

/** A colleague who has the order open now. */
export interface Looker {
  id: number
  name: string
  isEditing: boolean
  /** Nobody touched his window for minutes. */
  isAway: boolean
}

const NOBODY: readonly Looker[] = []
const useLookers = create<{ byOrder: ReadonlyMap<number, readonly Looker[]> }>(() => ({ byOrder: new Map() }))

/** A new connection is told everything again. */
onLive('ready', () => useLookers.setState({ byOrder: new Map() }))
onLive('order_lookers', ({ order_id, dispatchers }) => {
  const byOrder = new Map(useLookers.getState().byOrder)
  const others = dispatchers.filter(({ id }) => id !== useSession.getState().userId).map(lookerOf)
  if (others.length > 0) byOrder.set(order_id, others)
  else byOrder.delete(order_id)
  useLookers.setState({ byOrder })
})

function lookerOf({ id, name, is_editing, is_away }: OrderLooker): Looker {
  return { id, name: name ?? `#${id}`, isEditing: is_editing, isAway: is_away }
}

/** Who else has the order open, by id; never myself. */
export function useOrderLookers(orderId: number): readonly Looker[] {
  return useLookers((s) => s.byOrder.get(orderId) ?? NOBODY)
}

/** Tells the room, while the component is mounted, that this window shows the order and whether it is changing something. */
export function useBeInOrder(orderId: number, { isEditing, isAway }: Pick<Looker, 'isEditing' | 'isAway'>) {
  useEffect(() => showOrderToRoom({ orderId, isEditing, isAway }), [orderId, isEditing, isAway])
  useEffect(() => () => showOrderToRoom({ orderId: null, isEditing: false, isAway: false }), [])
}
