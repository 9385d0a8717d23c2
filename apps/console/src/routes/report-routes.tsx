import { createRoute, lazyRouteComponent, notFound } from '@tanstack/react-router'
import { ro } from '../text/ro.ts'
import { loadChunk } from '../ui/load-chunk.ts'
import { app } from './app-route.tsx'
import { byRole } from './by-role.tsx'
import { onlyFor } from './only-for.tsx'
import { readDashboardParams } from './params/dashboard-params.ts'
import { readHeatParams } from './params/heat-params.ts'
import {
  isOrderListName,
  readCallsReportParams,
  readOrderListParams,
  readReportParams,
} from './params/order-list-params.ts'
import { readTotalsParams } from './params/report-params.ts'

const orders = createRoute({
  getParentRoute: () => app,
  path: '/orders/$type',
  staticData: { title: ro.titles.orders },
  validateSearch: readOrderListParams,
  beforeLoad: ({ params }) => {
    if (!isOrderListName(params.type)) throw notFound()
  },
  component: byRole(
    lazyRouteComponent(
      loadChunk(() => import('../orders/list/order-list-screen.tsx')),
      'OrderListScreen',
    ),
    lazyRouteComponent(
      loadChunk(() => import('../orders/own-orders/own-order-list-screen.tsx')),
      'OwnOrderListScreen',
    ),
  ),
})

const ordersReport = createRoute({
  getParentRoute: () => app,
  path: '/reports/orders',
  staticData: { title: ro.titles.ordersReport },
  validateSearch: readReportParams,
  component: lazyRouteComponent(
    loadChunk(() => import('../office/reports/orders-report-screen.tsx')),
    'OrdersReportScreen',
  ),
})

const callsReport = createRoute({
  getParentRoute: () => app,
  path: '/reports/calls',
  staticData: { title: ro.titles.callsReport },
  validateSearch: readCallsReportParams,
  component: onlyFor(
    'calls.report',
    lazyRouteComponent(
      loadChunk(() => import('../telephony/call-reports/calls-report-screen.tsx')),
      'CallsReportScreen',
    ),
  ),
})

const heat = createRoute({
  getParentRoute: () => app,
  path: '/reports/heat',
  staticData: { title: ro.titles.heat },
  validateSearch: readHeatParams,
  component: lazyRouteComponent(
    loadChunk(() => import('../orders/heat/heat-screen.tsx')),
    'HeatScreen',
  ),
})

const reportsIndex = createRoute({
  getParentRoute: () => app,
  path: '/reports',
  staticData: { title: ro.titles.reports },
  component: lazyRouteComponent(
    loadChunk(() => import('../office/reports/reports-index-screen.tsx')),
    'ReportsIndexScreen',
  ),
})

const totals = createRoute({
  getParentRoute: () => app,
  path: '/reports/$report',
  staticData: { title: ro.titles.reports },
  validateSearch: readTotalsParams,
  component: lazyRouteComponent(
    loadChunk(() => import('../office/reports/totals-screen.tsx')),
    'TotalsScreen',
  ),
})

const dashboard = createRoute({
  getParentRoute: () => app,
  path: '/dashboard',
  staticData: { title: ro.titles.dashboard },
  validateSearch: readDashboardParams,
  component: lazyRouteComponent(
    loadChunk(() => import('../orders/dashboard/dashboard-screen.tsx')),
    'DashboardScreen',
  ),
})

/** The dashboard, the order lists, and the reports. */
export const reportRoutes = [dashboard, orders, reportsIndex, ordersReport, callsReport, heat, totals] as const
