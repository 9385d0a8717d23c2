import { Outlet } from '@tanstack/react-router'
import { useEffect } from 'react'
import { CheatSheet } from '../../keys/cheat-sheet.tsx'
import { closeLive, openLive } from '../../realtime/live-socket.ts'
import { ro } from '../../text/ro.ts'
import { ConfirmDialog } from '../../ui/confirm.tsx'
import { ConnectionBanner } from './connection-banner.tsx'
import { Header } from './header.tsx'
import { usePresence } from './use-presence.ts'

/** Everything a logged user sees around a screen. */
export function Shell() {
  useEffect(() => {
    openLive()
    return closeLive
  }, [])
  usePresence()
  return (
    <div className="shell">
      <a className="skip-link" href="#content">
        {ro.nav.skip}
      </a>
      <ConnectionBanner />
      <Header />
      <Outlet />
      <ConfirmDialog />
      <CheatSheet />
    </div>
  )
}
