import { Navigate, Outlet, useLocation } from '@tanstack/react-router'
import { companyMessages } from '../text/company-messages.ts'
import { ro } from '../text/ro.ts'
import { ConfirmDialog } from '../ui/dialogs/confirm.tsx'
import { Clock, ThemeToggle } from './header.tsx'
import { ProfileMenu } from './profile-menu.tsx'

/**
 * Drivers and clients have an app; here they can open only their account. No socket is opened, because it would
 * replace the connection of the driver's phone.
 */
export function MobileOnlyShell() {
  const { pathname } = useLocation()
  if (pathname !== '/settings/account') return <Navigate to="/settings/account" replace />
  return (
    <div className="shell">
      <header className="header">
        <span className="brand">{ro.app}</span>
        <span className="header-space" />
        <Clock />
        <ThemeToggle />
        <ProfileMenu />
      </header>
      <p className="mobile-only" role="status">
        {companyMessages.mobileOnly}
      </p>
      <Outlet />
      <ConfirmDialog />
    </div>
  )
}
