import { Suspense, useState } from 'react'
import { useUser } from '../../api/session.ts'
import { useKey } from '../../keys/use-key.ts'
import { later } from '../../ui/later.ts'

const ByHand = later(() => import('../order-form/by-hand/by-hand.tsx').then((m) => m.ByHand))

/** The keys that give an order to a car and take it back: for the row that has the focus, otherwise for the open order. */
export function ByHandKeys({ openOrder }: { openOrder: number | undefined }) {
  const [opened, setOpened] = useState<{ orderId: number; action: 'assignNow' | 'takeBack' } | null>(null)
  const may = useUser().permissions.includes('orders.dispatch')
  const open = (action: 'assignNow' | 'takeBack') => {
    const row = document.activeElement?.closest<HTMLElement>('[data-order]')
    const orderId = Number(row?.dataset.order ?? openOrder ?? 0)
    if (orderId === 0) return false
    setOpened({ orderId, action })
  }
  useKey('assignNow', () => open('assignNow'), may)
  useKey('takeBack', () => open('takeBack'), may)
  if (opened === null) return null
  return (
    <Suspense fallback={null}>
      <ByHand {...opened} onClose={() => setOpened(null)} />
    </Suspense>
  )
}
