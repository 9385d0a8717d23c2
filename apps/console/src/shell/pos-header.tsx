import { isDeliveryPackage } from '@dispecerat/domain/orders/goods'
import { Link, useLocation } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useUser } from '../api/session.ts'
import { companyMessages } from '../text/company-messages.ts'
import { ownScreenMessages } from '../text/own-screen-messages.ts'
import { ro } from '../text/ro.ts'
import { useAfterFirstScreen } from '../ui/after-first-screen.ts'
import { later } from '../ui/later.ts'
import { Clock, LiveChip, ThemeToggle } from './header.tsx'
import { ProfileMenu } from './profile-menu.tsx'

const OwnChatBadge = later(() => import('../office/messages/own-chat-badge.tsx').then((m) => m.OwnChatBadge))

/** Header of a protocol company: the workspace of its package, and its own pages. */
export function PosHeader() {
  const { companies, permissions } = useUser()
  const [company] = companies
  const isLater = useAfterFirstScreen((s) => s.isOver)
  const delivers = isDeliveryPackage(company?.package_id ?? 0)
  const pathname = useLocation({ select: (location) => location.pathname })
  const isAt = (start: string) => (pathname.startsWith(start) ? ('page' as const) : undefined)
  return (
    <header className="header">
      <span className="brand">{ro.app}</span>
      <nav aria-label={ro.nav.main} className="main-nav">
        <Link
          to={delivers ? '/delivery/order/$id' : '/operator/order/$id'}
          params={{ id: '0' }}
          aria-current={pathname.includes('/order/') ? 'page' : undefined}
        >
          {delivers ? companyMessages.nav.orders : companyMessages.nav.operator}
        </Link>
        <Link to="/orders/$type" params={{ type: 'all' }} search={{}} aria-current={isAt('/orders/')}>
          {ownScreenMessages.nav.book}
        </Link>
        {permissions.includes('protocol_clients.own') ? (
          <Link to="/my-clients" search={{}} aria-current={isAt('/my-clients')}>
            {ownScreenMessages.nav.clients}
          </Link>
        ) : null}
        {permissions.includes('protocol_statements.own') ? (
          <Link to="/statements" search={{}} aria-current={isAt('/statements')}>
            {companyMessages.nav.statements}
          </Link>
        ) : null}
      </nav>
      <span className="header-space" />
      {company ? <span className="small dim pos-company">{company.name}</span> : null}
      {permissions.includes('protocol_messages.own') ? (
        <span className="chat-place">
          {isLater ? (
            <Suspense fallback={null}>
              <OwnChatBadge />
            </Suspense>
          ) : null}
        </span>
      ) : null}
      <LiveChip />
      <Clock />
      <ThemeToggle />
      <ProfileMenu />
    </header>
  )
}
