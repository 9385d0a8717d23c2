import { Suspense } from 'react'
import { create } from 'zustand'
import { later } from '../../ui/later.ts'

const Dialog = later(() => import('./message-dialog.tsx').then((m) => m.MessageDialog))

export interface Receiver {
  userId: number
  name: string
  /** The order the message is about. */
  orderId?: number
}

const useReceiver = create<{ receiver: Receiver | null }>(() => ({ receiver: null }))

/** Opens the dialog for a message to one person. */
export function confirmMessage(receiver: Receiver) {
  useReceiver.setState({ receiver })
}

/** Mounted once, by the shell. */
export function SendMessage() {
  const receiver = useReceiver((s) => s.receiver)
  if (receiver === null) return null
  return (
    <Suspense fallback={null}>
      <Dialog receiver={receiver} onClose={() => useReceiver.setState({ receiver: null })} />
    </Suspense>
  )
}
