import type { Roads } from '../adapters/routing/roads.ts'
import type { Fleet } from '../fleet/fleet.public.ts'
import type { Module } from '../platform/lifecycle/module.ts'
import { accountOrdersRoutes } from './account-orders.routes.ts'
import { driverOrdersRoutes } from './driver-orders.routes.ts'
import type { createOrderViewers } from './lists/order-viewers.ts'
import { subscribeOrders } from './order-events.ts'
import { startOrdersJobs } from './orders.jobs.ts'
import { ordersRoutes } from './orders.routes.ts'

export const accountOrdersModule: Module = { name: 'account-orders', routes: accountOrdersRoutes }

export function ordersModule({ roads }: { roads: Roads }): Module {
  return {
    name: 'orders',
    subscribe: subscribeOrders,
    routes: (http, server) => ordersRoutes(http, server, roads),
    startJobs: startOrdersJobs,
  }
}

export function orderViewersModule({ viewers }: { viewers: ReturnType<typeof createOrderViewers> }): Module {
  return { name: 'order-viewers', startJobs: viewers.start }
}

export function driverOrdersModule(parts: { roads: Roads; fleet: Pick<Fleet, 'live'> }): Module {
  return { name: 'driver-orders', routes: (http, server) => driverOrdersRoutes(http, server, parts) }
}
