import { Outlet, useLocation } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import { CheatSheet } from '../keys/cheat-sheet.tsx'
import { BlockPhoneQuestion } from '../orders/clients/confirm-block-phone.tsx'
import { closeLive, openLive } from '../realtime/live-socket.ts'
import { DriverCardDrawer } from '../shared/drivers/driver-card-drawer.tsx'
import { FindOrders } from '../shared/find/find-orders.tsx'
import { SendMessage } from '../shared/notices/send-message.tsx'
import { OrderPreviewDrawer } from '../shared/order-preview/order-preview-drawer.tsx'
import { useMyOrderNotices } from '../shared/orders/order-notices.ts'
import { OrderReminders } from '../shared/orders/order-reminders.tsx'
import { useOwnPermissions } from '../shared/user/use-own-permissions.ts'
import { IncomingCorner, Telephone } from '../telephony/calls/calls-bar.tsx'
import { ro } from '../text/ro.ts'
import { useAfterFirstScreen } from '../ui/after-first-screen.ts'
import { ConfirmDialog } from '../ui/dialogs/confirm.tsx'
import { later } from '../ui/later.ts'
import { Header } from './header.tsx'
import { useLeavePage } from './use-leave-page.ts'
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
