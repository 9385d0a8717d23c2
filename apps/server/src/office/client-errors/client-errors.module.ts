import type { ChatWebhook } from '../../adapters/chat-webhook/chat-webhook.ts'
import type { Module } from '../../platform/lifecycle/module.ts'
import { startClientErrorJobs } from './client-errors.jobs.ts'
import { clientErrorsRoutes } from './client-errors.routes.ts'

export function clientErrorsModule({ chat }: { chat: ChatWebhook | null }): Module {
  return {
    name: 'client-errors',
    routes: (http, server) => clientErrorsRoutes(http, server, chat),
    startJobs: startClientErrorJobs,
    isHousekeeping: true,
  }
}
