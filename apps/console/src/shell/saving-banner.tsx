import { useState } from 'react'
import { isConnected, useNet } from '../realtime/net-state.ts'
import { useLive } from '../realtime/use-live.ts'
import { savingMessages } from './saving-messages.ts'

/** The server repeats twice a second that its database cannot write, and reports once that it can again. */
export function SavingBanner() {
  const status = useNet((s) => s.status)
  const [fails, setFails] = useState(false)
  useLive('saving_failing', ({ is_failing }) => setFails(is_failing))
  /* A server that restarted meanwhile does not report the end of the failure. */
  if (fails && !isConnected({ status })) setFails(false)
  if (!fails) return null
  return (
    <div className="banner banner-late" role="alert">
      <strong>{savingMessages.fails}</strong>
    </div>
  )
}
