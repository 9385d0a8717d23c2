import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { financeTitles as titles } from '../orders/finance-titles.ts'
import { loadChunk } from '../ui/load-chunk.ts'
import { app } from './app-route.tsx'
import { onlyFor } from './only-for.tsx'
import { readInvoiceParams, readMonthParams } from './params/protocol-params.ts'
import { readTableParams } from './params/table-params.ts'
import { requireId } from './require-id.ts'

const contracts = createRoute({
  getParentRoute: () => app,
  path: '/protocol',
  staticData: { title: titles.contracts },
  validateSearch: readTableParams,
  component: onlyFor(
    'protocol.bill',
    lazyRouteComponent(
      loadChunk(() => import('../billing/protocol/contracts-screen.tsx')),
      'ContractsScreen',
    ),
  ),
})

const contract = createRoute({
  getParentRoute: () => app,
  path: '/protocol/$id',
  staticData: { title: titles.contract },
  validateSearch: readMonthParams,
  beforeLoad: ({ params }) => {
    requireId(params.id)
  },
  component: onlyFor(
    'protocol.bill',
    lazyRouteComponent(
      loadChunk(() => import('../billing/protocol/contract-screen.tsx')),
      'ContractScreen',
    ),
  ),
})

const invoices = createRoute({
  getParentRoute: () => app,
  path: '/protocol/invoices',
  staticData: { title: titles.invoices },
  validateSearch: readInvoiceParams,
  component: onlyFor(
    'protocol.bill',
    lazyRouteComponent(
      loadChunk(() => import('../billing/invoices/invoices-screen.tsx')),
      'InvoicesScreen',
    ),
  ),
})

const invoice = createRoute({
  getParentRoute: () => app,
  path: '/protocol/invoices/$id',
  staticData: { title: titles.invoice },
  beforeLoad: ({ params }) => {
    requireId(params.id)
  },
  component: onlyFor(
    'protocol.bill',
    lazyRouteComponent(
      loadChunk(() => import('../billing/invoices/invoice-screen.tsx')),
      'InvoiceScreen',
    ),
  ),
})

const billing = createRoute({
  getParentRoute: () => app,
  path: '/protocol/billing',
  staticData: { title: titles.billing },
  component: onlyFor(
    'protocol.bill',
    lazyRouteComponent(
      loadChunk(() => import('../billing/invoices/billing-screen.tsx')),
      'BillingScreen',
    ),
  ),
})

const own = createRoute({
  getParentRoute: () => app,
  path: '/statements',
  staticData: { title: titles.statements },
  validateSearch: readMonthParams,
  component: onlyFor(
    'protocol_statements.own',
    lazyRouteComponent(
      loadChunk(() => import('../billing/protocol/own-statement-screen.tsx')),
      'OwnStatementScreen',
    ),
  ),
})

const ownClients = createRoute({
  getParentRoute: () => app,
  path: '/my-clients',
  staticData: { title: titles.ownClients },
  validateSearch: readTableParams,
  component: onlyFor(
    'protocol_clients.own',
    lazyRouteComponent(
      loadChunk(() => import('../orders/own-orders/own-clients-screen.tsx')),
      'OwnClientsScreen',
    ),
  ),
})

/** Protocol accounts: contracts, months, invoices; and the account's own pages. */
export const protocolRoutes = [contracts, invoices, invoice, billing, contract, own, ownClients] as const
