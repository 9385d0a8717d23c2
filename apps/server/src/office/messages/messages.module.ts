import type { Module } from '../../platform/lifecycle/module.ts'
import { driverMessagesRoutes } from './driver-messages.routes.ts'
import { startMessageJobs } from './messages.jobs.ts'
import { messagesRoutes, subscribeMessages } from './messages.routes.ts'
import { ownMessagesRoutes } from './own-messages.routes.ts'

export const messagesModule: Module = {
  name: 'messages',
  subscribe: subscribeMessages,
  routes: (http, server) => {
    messagesRoutes(http, server)
    driverMessagesRoutes(http, server)
    ownMessagesRoutes(http, server)
  },
  startJobs: startMessageJobs,
}
