import { Skeleton } from '@mantine/core'
import { Suspense } from 'react'
import { useUser } from '../../api/session.ts'
import { hourAndMinute } from '../../text/format.ts'
import { later } from '../../ui/later.ts'
import { useNow } from '../../ui/now.ts'
import { Coverage } from './coverage.tsx'
import { dashboardMessages as messages } from './dashboard-messages.ts'
import './dashboard.css'
import { OrdersChart } from './orders-chart.tsx'
import { RecentOrders } from './recent-orders.tsx'
import { StatCards } from './stat-cards.tsx'

const AnnouncementsPanel = later(() => import('./announcements-panel.tsx').then((m) => m.AnnouncementsPanel))
const DocumentsPanel = later(() => import('./documents-panel.tsx').then((m) => m.DocumentsPanel))
const PublicMapPanel = later(() => import('./public-map-panel.tsx').then((m) => m.PublicMapPanel))

/** The dashboard: today's figures, the chart, and the latest orders. */
export function DashboardScreen() {
  const { name, email, permissions } = useUser()
  const hello = useNow(({ now }) => helloAt(hourAndMinute(new Date(now))))
  const mayCount = permissions.includes('statistics.read')
  return (
    <main id="content" className="page dashboard">
      <h1 className="hello">{messages.greeting(messages.hello[hello], name ?? email ?? '')}</h1>
      {mayCount ? <StatCards /> : null}
      {permissions.includes('announcements.read') ? (
        <Suspense fallback={null}>
          <AnnouncementsPanel />
        </Suspense>
      ) : null}
      {permissions.includes('cars.edit') ? (
        <Suspense fallback={null}>
          <DocumentsPanel />
        </Suspense>
      ) : null}
      <div className="dash-columns">
        {mayCount ? <OrdersChart /> : null}
        <RecentOrders />
      </div>
      {permissions.includes('zones.read') ? <Coverage /> : null}
      {permissions.includes('company_settings.edit') ? (
        <Suspense fallback={<Skeleton height={120} />}>
          <PublicMapPanel />
        </Suspense>
      ) : null}
    </main>
  )
}

/** 'HH:mm' in Bucharest → the greeting for that time. */
function helloAt(time: string): 'morning' | 'day' | 'evening' {
  if (time >= '05:00' && time < '11:00') return 'morning'
  return time >= '11:00' && time < '18:00' ? 'day' : 'evening'
}
