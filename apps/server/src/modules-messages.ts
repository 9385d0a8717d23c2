import type { FastifyInstance } from 'fastify'
import { openAuthorities } from './adapters/authorities/open-authorities.ts'
import { openMessaging } from './adapters/messaging/open-messaging.ts'
import { startFilingJobs, subscribeFaresOfRegisters } from './billing/filings/filings.jobs.ts'
import { filingsRoutes } from './billing/filings/filings.routes.ts'
import { tokenOfReset } from './identity/accounts/accounts.public.ts'
import { announcementsRoutes } from './office/announcements/announcements.routes.ts'
import { subscribeIncidents } from './office/incidents/incidents.public.ts'
import { incidentsRoutes } from './office/incidents/incidents.routes.ts'
import { driverMessagesRoutes } from './office/messages/driver-messages.routes.ts'
import { startMessageJobs } from './office/messages/messages.jobs.ts'
import { messagesRoutes, subscribeMessages } from './office/messages/messages.routes.ts'
import { ownMessagesRoutes } from './office/messages/own-messages.routes.ts'
import type { Config } from './platform/config/config.ts'
import type { Server } from './platform/lifecycle/server.ts'
import { limitsRoutes } from './platform/limits/limits.routes.ts'
import { startOutboxJobs } from './platform/outbox/outbox.jobs.ts'
import { outboxRoutes } from './platform/outbox/outbox.routes.ts'
import type { Realtime } from './platform/realtime/realtime.ts'
import { codeOfClient } from './site/client-app/client-app.public.ts'
import { tokenOfProof } from './site/sign-up/sign-up.public.ts'

/** Creates the secrets of messages at the moment they are sent. */
function secretsOf(server: Server) {
  return {
    tokenOfReset: (resetId: number) => tokenOfReset(server, resetId),
    tokenOfProof: (proofId: number) => tokenOfProof(server, proofId),
    codeOfClient: (companyId: number, phone: string) => codeOfClient(server, { companyId, phone }),
  }
}

/** Modules for messages, announcements, incidents, outgoing mail, SMS and push, and their limits. */
export function messageModules(config: Config): {
  subscribe?(server: Server, realtime: Realtime): void
  routes(http: FastifyInstance, server: Server): void
  startJobs?(server: Server): { stop(): Promise<void> }
}[] {
  const messaging = openMessaging(config.messaging)
  const authorities = ({ clock }: Server) => openAuthorities(config.authorities, clock)
  return [
    { routes: limitsRoutes },
    {
      routes: (http, server) => outboxRoutes(http, server, messaging),
      startJobs: (server) => startOutboxJobs(server, messaging, secretsOf(server)),
    },
    {
      subscribe: subscribeFaresOfRegisters,
      routes: (http, server) => filingsRoutes(http, server, authorities(server)),
      startJobs: (server) => startFilingJobs(server, authorities(server)),
    },
    { subscribe: subscribeMessages, routes: messagesRoutes, startJobs: startMessageJobs },
    { routes: driverMessagesRoutes },
    { routes: ownMessagesRoutes },
    { routes: announcementsRoutes },
    { subscribe: subscribeIncidents, routes: incidentsRoutes },
  ]
}
