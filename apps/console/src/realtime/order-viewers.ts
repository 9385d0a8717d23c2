import type { OrderViewer } from '@dispecerat/contract/api/realtime'
import { useEffect } from 'react'
import { create } from 'zustand'
import { useSession } from '../api/session.ts'
import { announceOpenOrder, onLive } from './live-socket.ts'

/** A colleague who has the order open. */
export interface Viewer {
  id: number
  name: string
  isEditing: boolean
  /** Their window had no input for minutes. */
  isAway: boolean
  /** They opened the order before this user did. */
  cameBefore: boolean
}

interface InOrder {
  others: readonly Viewer[]
  /** The server knows that this user has the order open too. */
  isMeThere: boolean
}

const NOBODY: InOrder = { others: [], isMeThere: false }
const useViewers = create<{ byOrder: ReadonlyMap<number, InOrder> }>(() => ({ byOrder: new Map() }))

/** A new connection receives the full state again. */
onLive('ready', () => useViewers.setState({ byOrder: new Map() }))
onLive('order_lookers', ({ order_id, dispatchers }) => {
  const byOrder = new Map(useViewers.getState().byOrder)
  if (dispatchers.length > 0) byOrder.set(order_id, inOrder(dispatchers))
  else byOrder.delete(order_id)
  useViewers.setState({ byOrder })
})

/** The server sends them in the order in which they opened it. */
function inOrder(dispatchers: readonly OrderViewer[]): InOrder {
  const mine = dispatchers.findIndex(({ id }) => id === useSession.getState().userId)
  const others = dispatchers.flatMap(({ id, name, is_editing, is_away }, place) => {
    if (place === mine) return []
    const cameBefore = mine < 0 || place < mine
    return [{ id, name: name ?? `#${id}`, isEditing: is_editing, isAway: is_away, cameBefore }]
  })
  return { others, isMeThere: mine >= 0 }
}

/** The colleagues who have the order open, without this user. */
export function useOrderViewers(orderId: number): readonly Viewer[] {
  return useViewers((s) => s.byOrder.get(orderId)?.others ?? NOBODY.others)
}

/** The same, with whether the server knows about this user. */
export function useInOrder(orderId: number): InOrder {
  return useViewers((s) => s.byOrder.get(orderId) ?? NOBODY)
}

/** Reports, while the component is mounted, that this window shows the order and whether it edits it. */
export function useBeInOrder(orderId: number, { isEditing, isAway }: Pick<Viewer, 'isEditing' | 'isAway'>) {
  useEffect(() => announceOpenOrder({ orderId, isEditing, isAway }), [orderId, isEditing, isAway])
  useEffect(() => () => announceOpenOrder({ orderId: null, isEditing: false, isAway: false }), [])
}
