import { lazyRouteComponent } from '@tanstack/react-router'
import { registerCallOrderForm } from '../shared/telephone/order-form/call-order-form.ts'
import { ro } from '../text/ro.ts'
import { loadChunk } from '../ui/load-chunk.ts'
import { byRole } from './by-role.tsx'
import { readMapParams, readOperatorParams } from './params/operator-params.ts'

registerCallOrderForm(() => import('../orders/order-form/draft/call-order-form.ts').then((m) => m.callOrderForm))

/** Options of the three workspaces: the same screen under different paths. */
export const workspaceOptions = {
  staticData: { title: ro.titles.operator },
  validateSearch: readOperatorParams,
  component: byRole(
    lazyRouteComponent(
      loadChunk(() => import('../orders/workspace/operator-screen.tsx')),
      'OperatorScreen',
    ),
    lazyRouteComponent(
      loadChunk(() => import('../orders/own-orders/company-workspace.tsx')),
      'CompanyWorkspace',
    ),
  ),
} as const

export const orderOptions = {
  path: '/order/$id',
  staticData: {
    title: ({ id }: Readonly<Record<string, string>>) =>
      id === '0' ? ro.titles.newOrder : ro.titles.order(Number(id)),
  },
  params: {
    parse: ({ id }: { id: string }) => ({ id: /^\d{1,15}$/.test(id) ? id : '0' }),
    stringify: ({ id }: { id: string }) => ({ id }),
  },
  component: byRole(
    lazyRouteComponent(
      loadChunk(() => import('../orders/order-form/order-screen.tsx')),
      'OrderScreen',
    ),
    lazyRouteComponent(
      loadChunk(() => import('../orders/order-form/account/account-order.tsx')),
      'AccountOrder',
    ),
  ),
} as const

export const mapOptions = {
  path: '/map',
  staticData: { title: ro.titles.map },
  validateSearch: readMapParams,
  component: lazyRouteComponent(
    loadChunk(() => import('../orders/workspace/map/map-screen.tsx')),
    'MapScreen',
  ),
} as const
