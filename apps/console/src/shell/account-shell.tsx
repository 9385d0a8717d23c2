import { isDeliveryPackage } from '@dispecerat/domain/orders/goods'
import { Navigate, Outlet, useLocation } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import { useUser } from '../api/session.ts'
import { closeLive, openLive } from '../realtime/live-socket.ts'
import { ro } from '../text/ro.ts'
import { ConfirmDialog } from '../ui/dialogs/confirm.tsx'
import { later } from '../ui/later.ts'
import { isOfAccount } from './account-addresses.ts'
import { PosHeader } from './pos-header.tsx'
import { usePresence } from './use-presence.ts'

const ConnectionBanner = later(() => import('./connection-banner.tsx').then((m) => m.ConnectionBanner))

/** Frame of a protocol company; any path it may not open redirects to its orders. */
export function AccountShell() {
  useEffect(() => {
    openLive()
    return closeLive
  }, [])
  usePresence()
  const { pathname } = useLocation()
  const delivers = isDeliveryPackage(useUser().companies[0]?.package_id ?? 0)
  /* An account's report of orders is its own order list. */
  if (pathname === '/reports' || pathname === '/reports/orders') {
    return <Navigate to="/orders/$type" params={{ type: 'all' }} replace />
  }
  if (!isOfAccount(pathname, delivers)) {
    return <Navigate to={delivers ? '/delivery/order/$id' : '/operator/order/$id'} params={{ id: '0' }} replace />
  }
  return (
    <div className="shell">
      <a className="skip-link" href="#content">
        {ro.nav.skip}
      </a>
      <Suspense fallback={null}>
        <ConnectionBanner />
      </Suspense>
      <PosHeader />
      <Outlet />
      <ConfirmDialog />
    </div>
  )
}
