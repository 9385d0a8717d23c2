import { Suspense, useState } from 'react'
import { useUser } from '../../api/session.ts'
import { useKey } from '../../keys/use-key.ts'
import { later } from '../../ui/later.ts'

const ByHand = later(() => import('../order-form/by-hand/by-hand.tsx').then((m) => m.ByHand))

/** The keys that give an order to a car and take it back: for the row that has the focus, otherwise for the open order. */
export function ByHandKeys({ openOrder }: { openOrder: number | undefined }) {
  const [asked, setAsked] = useState<{ orderId: number; action: 'assignNow' | 'takeBack' } | null>(null)
  const may = useUser().permissions.includes('orders.dispatch')
  const ask = (action: 'assignNow' | 'takeBack') => {
    const row = document.activeElement?.closest<HTMLElement>('[data-order]')
    const orderId = Number(row?.dataset.order ?? openOrder ?? 0)
    if (orderId === 0) return false
    setAsked({ orderId, action })
  }
  useKey('assignNow', () => ask('assignNow'), may)
  useKey('takeBack', () => ask('takeBack'), may)
  if (asked === null) return null
  return (
    <Suspense fallback={null}>
      <ByHand {...asked} onClose={() => setAsked(null)} />
    </Suspense>
  )
}
