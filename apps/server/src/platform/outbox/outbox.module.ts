import type { Module } from '../lifecycle/module.ts'
import type { Messaging } from './messaging.ts'
import { type MessageSecrets, startOutboxJobs } from './outbox.jobs.ts'
import { outboxRoutes } from './outbox.routes.ts'

interface OutboxParts {
  messaging: Messaging
  secrets: MessageSecrets
}

export function outboxModule({ messaging, secrets }: OutboxParts): Module {
  return {
    name: 'outbox',
    routes: (http, server) => outboxRoutes(http, server, messaging),
    startJobs: (server) => startOutboxJobs(server, messaging, secrets),
  }
}
