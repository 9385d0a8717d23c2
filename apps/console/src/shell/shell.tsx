import { Outlet, useLocation } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import { request } from '../api/request.ts'
import { rememberUser, useSession } from '../api/session.ts'
import { CheatSheet } from '../keys/cheat-sheet.tsx'
import { BlockPhoneQuestion } from '../orders/clients/confirm-block-phone.tsx'
import { closeLive, openLive, subscribeAgain } from '../realtime/live-socket.ts'
import { useLive } from '../realtime/use-live.ts'
import { DriverCardDrawer } from '../shared/drivers/driver-card-drawer.tsx'
import { FindOrders } from '../shared/find/find-orders.tsx'
import { SendMessage } from '../shared/notices/send-message.tsx'
import { OrderPreviewDrawer } from '../shared/order-preview/order-preview-drawer.tsx'
import { useMyOrderNotices } from '../shared/orders/order-notices.ts'
import { OrderReminders } from '../shared/orders/reminders/order-reminders.tsx'
import { IncomingCorner, Telephone } from '../telephony/calls/calls-bar.tsx'
import { ro } from '../text/ro.ts'
import { useAfterFirstScreen } from '../ui/after-first-screen.ts'
import { ConfirmDialog } from '../ui/dialogs/confirm.tsx'
import { later } from '../ui/later.ts'
import { Header } from './header.tsx'
import { usePresence } from './use-presence.ts'

const AppFooter = later(() => import('./app-footer.tsx').then((m) => m.AppFooter))
const ConnectionBanner = later(() => import('./connection-banner.tsx').then((m) => m.ConnectionBanner))
const StaffNotices = later(() => import('./staff-notices.tsx').then((m) => m.StaffNotices))

/** The frame around every screen of a logged-in user. */
export function Shell() {
  useEffect(() => {
    openLive()
    return closeLive
  }, [])
  usePresence()
  useMyOrderNotices()
  useOwnPermissions()
  useLeavePage()
  return (
    <div className="shell">
      <a className="skip-link" href="#content">
        {ro.nav.skip}
      </a>
      <IncomingCorner />
      <NoticesForStaff />
      <Suspense fallback={null}>
        <ConnectionBanner />
      </Suspense>
      <Header />
      <Telephone />
      <Outlet />
      <Foot />
      <FindOrders />
      <OrderPreviewDrawer />
      <OrderReminders />
      <DriverCardDrawer />
      <SendMessage />
      <ConfirmDialog />
      <BlockPhoneQuestion />
      <CheatSheet />
    </div>
  )
}

/** Mounted after the first screen; each kind of notice checks its own permission. */
function NoticesForStaff() {
  const isLater = useAfterFirstScreen((s) => s.isOver)
  if (!isLater) return null
  return (
    <Suspense fallback={null}>
      <StaffNotices />
    </Suspense>
  )
}

/** Full-screen pages have no footer. */
const WHOLE_SCREENS = /^\/(operator|order|delivery|builder|simulator|settings\/polygons)(\/|$)/

/** Its space is reserved from the start, to avoid layout shift. */
function Foot() {
  const isWhole = useLocation({ select: ({ pathname }) => WHOLE_SCREENS.test(pathname) })
  if (isWhole) return null
  return (
    <footer className="app-foot">
      <Suspense fallback={null}>
        <AppFooter />
      </Suspense>
    </footer>
  )
}

/** Applies changes of the user's permissions or of the company's ring settings at once to menus, buttons and sounds. */
function useOwnPermissions() {
  useLive('permissions_changed', () => {
    void readMyself()
      .then(subscribeAgain)
      /* The server refuses revoked actions anyway; the next refetch updates the page. */
      .catch(() => undefined)
  })
  useLive('company_settings_changed', () => void readMyself().catch(() => undefined))
}

async function readMyself(): Promise<void> {
  const { whoAmI } = await import('@dispecerat/contract/identity/accounts')
  rememberUser((await request(whoAmI)).data)
}

/** The browser confirms closing a dispatcher's page; not after a logout or the end of the session. */
function useLeavePage() {
  const mustConfirm = useSession((s) => s.token !== null && (s.user?.permissions.includes('orders.dispatch') ?? false))
  useEffect(() => {
    if (!mustConfirm) return
    const confirmUnload = (event: BeforeUnloadEvent) => {
      if (useSession.getState().token !== null) event.preventDefault()
    }
    window.addEventListener('beforeunload', confirmUnload)
    return () => window.removeEventListener('beforeunload', confirmUnload)
  }, [mustConfirm])
}
