import type { Module } from '../lifecycle/module.ts'
import { limitsRoutes } from './limits.routes.ts'
import type { SocketQuotas } from './socket-quotas.ts'

export function socketQuotasModule({ socketQuotas }: { socketQuotas: SocketQuotas }): Module {
  return {
    name: 'socket-quotas',
    subscribe: (_, realtime) => socketQuotas.subscribe(realtime),
    startJobs: () => socketQuotas.start(),
  }
}

export const limitsModule: Module = { name: 'limits', routes: limitsRoutes }
