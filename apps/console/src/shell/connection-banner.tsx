import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { retryLive } from '../realtime/live-socket.ts'
import { isConnected, useNet } from '../realtime/net-state.ts'
import { ro } from '../text/ro.ts'
import { toast } from '../ui/dialogs/toast.ts'
import { SavingBanner } from './saving-banner.tsx'

/** Shorter interruptions are not shown. */
const SHOW_AFTER_MS = 1500

/** Notices about the connection and the server. */
export function ConnectionBanner() {
  return (
    <>
      <SavingBanner />
      <SocketBanner />
    </>
  )
}

function SocketBanner() {
  const status = useNet((s) => s.status)
  const attempt = useNet((s) => s.attempt)
  const [shown, setShown] = useState(false)
  const wasShown = useRef(false)
  const isDown = !isConnected({ status }) && status !== 'off'

  useEffect(() => {
    if (isDown) {
      const timer = setTimeout(() => {
        wasShown.current = true
        setShown(true)
      }, SHOW_AFTER_MS)
      return () => clearTimeout(timer)
    }
    setShown(false)
    if (wasShown.current && isConnected({ status })) toast.good(ro.net.back)
    wasShown.current = false
  }, [isDown, status])

  if (status === 'delayed') {
    return (
      <div className="banner banner-late" role="alert">
        <strong>{ro.net.delayed}</strong>
        <span>{ro.net.ordersStill}</span>
      </div>
    )
  }
  if (!shown || !isDown) return null
  return (
    <div className="banner" role="alert">
      <strong>{status === 'dead' ? ro.net.dead : ro.net.lost}</strong>
      {status === 'dead' ? null : <span>{ro.net.attempt(Math.max(1, attempt))}</span>}
      <span>{ro.net.ordersStill}</span>
      <Button size="compact-xs" variant="white" color="red.9" onClick={retryLive}>
        {ro.net.retry}
      </Button>
    </div>
  )
}
