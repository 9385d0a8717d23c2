import { isDeliveryPackage } from '@dispecerat/domain/goods'
import { Link, useLocation } from '@tanstack/react-router'
import { useUser } from '../../api/session.ts'
import { ro } from '../../text/ro.ts'
import { Clock, LiveChip, ThemeToggle } from './header.tsx'
import { ProfileMenu } from './profile-menu.tsx'

/** What a protocol company sees above its orders (C-23): one link, by the package of its company (NAV-53, NAV-54). */
export function PosHeader() {
  const [company] = useUser().companies
  const delivers = isDeliveryPackage(company?.package_id ?? 0)
  const isAtOrders = useLocation({ select: ({ pathname }) => pathname.includes('/order/') })
  const isAtStatements = useLocation({ select: ({ pathname }) => pathname === '/statements' })
  return (
    <header className="header">
      <span className="brand">{ro.app}</span>
      <nav aria-label={ro.nav.main} className="main-nav">
        <Link
          to={delivers ? '/delivery/order/$id' : '/operator/order/$id'}
          params={{ id: '0' }}
          aria-current={isAtOrders ? 'page' : undefined}
        >
          {delivers ? ro.company.nav.orders : ro.company.nav.operator}
        </Link>
        <Link to="/statements" search={{}} aria-current={isAtStatements ? 'page' : undefined}>
          {ro.company.nav.statements}
        </Link>
      </nav>
      <span className="header-space" />
      {company ? <span className="small dim pos-company">{company.name}</span> : null}
      <LiveChip />
      <Clock />
      <ThemeToggle />
      <ProfileMenu />
    </header>
  )
}
