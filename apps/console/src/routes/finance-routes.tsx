import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { financeTitles as titles } from '../orders/finance-titles.ts'
import { loadChunk } from '../ui/load-chunk.ts'
import { app } from './app-route.tsx'
import { onlyFor } from './only-for.tsx'
import { readFinanceParams } from './params/finance-params.ts'

const finances = createRoute({
  getParentRoute: () => app,
  path: '/finances',
  staticData: { title: titles.summary },
  validateSearch: readFinanceParams,
  component: onlyFor(
    'finances.read',
    lazyRouteComponent(
      loadChunk(() => import('../billing/finance/finances-screen.tsx')),
      'FinancesScreen',
    ),
  ),
})

const sold = createRoute({
  getParentRoute: () => app,
  path: '/finances/sold',
  staticData: { title: titles.sold },
  validateSearch: readFinanceParams,
  component: onlyFor(
    'finances.read',
    lazyRouteComponent(
      loadChunk(() => import('../billing/finance/sold-screen.tsx')),
      'SoldScreen',
    ),
  ),
})

const transfer = createRoute({
  getParentRoute: () => app,
  path: '/finances/transfer',
  staticData: { title: titles.transfer },
  validateSearch: readFinanceParams,
  component: onlyFor(
    'finances.read',
    lazyRouteComponent(
      loadChunk(() => import('../billing/finance/transfer-screen.tsx')),
      'TransferScreen',
    ),
  ),
})

const transferDiscount = createRoute({
  getParentRoute: () => app,
  path: '/finances/transfer-discount',
  staticData: { title: titles.discount },
  validateSearch: readFinanceParams,
  component: onlyFor(
    'finances.read',
    lazyRouteComponent(
      loadChunk(() => import('../billing/finance/transfer-discount-screen.tsx')),
      'TransferDiscountScreen',
    ),
  ),
})

const payments = createRoute({
  getParentRoute: () => app,
  path: '/finances/payments',
  staticData: { title: titles.payments },
  validateSearch: readFinanceParams,
  component: onlyFor(
    'finances.read',
    lazyRouteComponent(
      loadChunk(() => import('../billing/payments/payments-screen.tsx')),
      'PaymentsScreen',
    ),
  ),
})

const history = createRoute({
  getParentRoute: () => app,
  path: '/finances/history',
  staticData: { title: titles.history },
  validateSearch: readFinanceParams,
  component: onlyFor(
    'finances.read',
    lazyRouteComponent(
      loadChunk(() => import('../billing/finance/history-screen.tsx')),
      'HistoryScreen',
    ),
  ),
})

const reports = createRoute({
  getParentRoute: () => app,
  path: '/finances/reports',
  staticData: { title: titles.reports },
  validateSearch: readFinanceParams,
  component: onlyFor(
    'finances.read',
    lazyRouteComponent(
      loadChunk(() => import('../billing/finance/reports-screen.tsx')),
      'FinanceReportsScreen',
    ),
  ),
})

/** Finances of drivers. */
export const financeRoutes = [finances, sold, transfer, transferDiscount, payments, history, reports] as const
