import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { ro } from '../text/ro.ts'
import { loadChunk } from '../ui/load-chunk.ts'
import { app } from './app-route.tsx'
import { readScheduleParams } from './params/schedule-params.ts'
import { mapOptions, orderOptions, workspaceOptions } from './workspace-options.tsx'

const operator = createRoute({ getParentRoute: () => app, path: '/operator', ...workspaceOptions })

const operatorIndex = createRoute({
  getParentRoute: () => operator,
  path: '/',
  beforeLoad: ({ search }) => {
    throw redirect({ to: '/operator/order/$id', params: { id: '0' }, search })
  },
})

const order = createRoute({ getParentRoute: () => operator, ...orderOptions })

const map = createRoute({ getParentRoute: () => operator, ...mapOptions })

const scheduled = createRoute({
  getParentRoute: () => operator,
  path: '/scheduled',
  staticData: { title: ro.titles.scheduled },
  validateSearch: readScheduleParams,
  component: lazyRouteComponent(
    loadChunk(() => import('../dispatch/scheduled-orders/scheduled-screen.tsx')),
    'ScheduledScreen',
  ),
})

const operatorV2 = createRoute({ getParentRoute: () => app, path: '/operator/v2', ...workspaceOptions })

const operatorV2Index = createRoute({
  getParentRoute: () => operatorV2,
  path: '/',
  beforeLoad: ({ search }) => {
    throw redirect({ to: '/operator/v2/order/$id', params: { id: '0' }, search })
  },
})

const operatorV2Order = createRoute({ getParentRoute: () => operatorV2, ...orderOptions })

const operatorV2Map = createRoute({ getParentRoute: () => operatorV2, ...mapOptions })

const delivery = createRoute({ getParentRoute: () => app, path: '/delivery', ...workspaceOptions })

const deliveryIndex = createRoute({
  getParentRoute: () => delivery,
  path: '/',
  beforeLoad: ({ search }) => {
    throw redirect({ to: '/delivery/order/$id', params: { id: '0' }, search })
  },
})

const deliveryOrder = createRoute({ getParentRoute: () => delivery, ...orderOptions })

/** The three workspaces of the dispatchers. */
export const workspaceRoutes = [
  operator.addChildren([operatorIndex, order, map, scheduled]),
  operatorV2.addChildren([operatorV2Index, operatorV2Order, operatorV2Map]),
  delivery.addChildren([deliveryIndex, deliveryOrder]),
] as const
