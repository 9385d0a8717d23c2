import type { FastifyInstance } from 'fastify'
import { tokenOfReset } from './accounts/accounts.public.ts'
import { announcementsRoutes } from './announcements/announcements.routes.ts'
import { codeOfClient } from './client-app/client-app.public.ts'
import type { Config } from './config.ts'
import { startFilingJobs, subscribeFaresOfRegisters } from './filings/filings.jobs.ts'
import { filingsRoutes } from './filings/filings.routes.ts'
import { subscribeIncidents } from './incidents/incidents.public.ts'
import { incidentsRoutes } from './incidents/incidents.routes.ts'
import { limitsRoutes } from './limits/limits.routes.ts'
import { driverMessagesRoutes } from './messages/driver-messages.routes.ts'
import { startMessageJobs } from './messages/messages.jobs.ts'
import { messagesRoutes, subscribeMessages } from './messages/messages.routes.ts'
import { ownMessagesRoutes } from './messages/own-messages.routes.ts'
import { startOutboxJobs } from './outbox/outbox.jobs.ts'
import { outboxRoutes } from './outbox/outbox.routes.ts'
import { openAuthorities } from './providers/authorities/open-authorities.ts'
import { openMessaging } from './providers/messaging/open-messaging.ts'
import type { Realtime } from './realtime/realtime.ts'
import type { Server } from './server.ts'
import { tokenOfProof } from './sign-up/sign-up.public.ts'

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
