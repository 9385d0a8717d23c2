import { lazyRouteComponent } from '@tanstack/react-router'
import { registerCallOrderForm } from '../parts/call-order-form.ts'
import { readMapParams, readOperatorParams } from '../parts/operator-params.ts'
import { ro } from '../text/ro.ts'
import { loadZone } from '../ui/load-zone.ts'
import { byRole } from './by-role.tsx'

registerCallOrderForm(() => import('../screens/order/call-order-form.ts').then((m) => m.callOrderForm))

/** Options of the three workspaces: the same screen under different paths. */
export const workspaceOptions = {
  staticData: { title: ro.titles.operator },
  validateSearch: readOperatorParams,
  component: byRole(
    lazyRouteComponent(
      loadZone(() => import('../screens/operator/operator-screen.tsx')),
      'OperatorScreen',
    ),
    lazyRouteComponent(
      loadZone(() => import('../screens/company/company-workspace.tsx')),
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
      loadZone(() => import('../screens/order/order-screen.tsx')),
      'OrderScreen',
    ),
    lazyRouteComponent(
      loadZone(() => import('../screens/order/account-order.tsx')),
      'AccountOrder',
    ),
  ),
} as const

export const mapOptions = {
  path: '/map',
  staticData: { title: ro.titles.map },
  validateSearch: readMapParams,
  component: lazyRouteComponent(
    loadZone(() => import('../screens/operator/map-screen.tsx')),
    'MapScreen',
  ),
} as const
