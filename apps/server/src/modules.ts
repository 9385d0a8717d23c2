import { openChatWebhook } from './adapters/chat-webhook/chat-webhook.ts'
import { openGeocoder } from './adapters/geocoding/open-geocoder.ts'
import { mapProvidersModule } from './adapters/map-providers/map-providers.module.ts'
import { openMessaging } from './adapters/messaging/open-messaging.ts'
import { Roads } from './adapters/routing/roads.ts'
import type { Router } from './adapters/routing/routing.ts'
import { tilesModule } from './adapters/tiles/tiles.module.ts'
import { filingsModule } from './billing/filings/filings.module.ts'
import { financeChecksModule, financeModule } from './billing/finance/finance.module.ts'
import { protocolModule } from './billing/protocol/protocol.module.ts'
import { startSimulatorJobs } from './demo/simulator/simulator.jobs.ts'
import { simulatorRoutes } from './demo/simulator/simulator.routes.ts'
import { createReplayRuns } from './dispatch/replay/replay.jobs.ts'
import { replayRoutes } from './dispatch/replay/replay.routes.ts'
import { scheduledOrdersRoutes } from './dispatch/scheduled-orders/scheduled-orders.routes.ts'
import { createSearchJobs } from './dispatch/search/search.jobs.ts'
import { RouteCache, subscribeSearch } from './dispatch/search/search.public.ts'
import { searchRoutes } from './dispatch/search/search.routes.ts'
import { searchRulesRoutes } from './dispatch/search-rules/search-rules.routes.ts'
import { startBanJobs, subscribeBans } from './fleet/bans/bans.jobs.ts'
import { bansRoutes } from './fleet/bans/bans.routes.ts'
import { carsModule } from './fleet/cars/cars.module.ts'
import { devicesModule } from './fleet/devices/devices.module.ts'
import { driverAppRoutes } from './fleet/drivers/driver-app.routes.ts'
import { createFleet } from './fleet/fleet.jobs.ts'
import type { Fleet } from './fleet/fleet.public.ts'
import { fleetRoutes } from './fleet/fleet.routes.ts'
import { liveMapRoutes } from './fleet/positions/live-map.routes.ts'
import { startPriorityJobs } from './fleet/priority-windows/priority-windows.jobs.ts'
import { prioritiesRoutes } from './fleet/priority-windows/priority-windows.routes.ts'
import { subscribeStands } from './fleet/stands/stands.public.ts'
import { standsRoutes } from './fleet/stands/stands.routes.ts'
import { addressHealthChecks } from './geography/addresses/addresses.public.ts'
import { addressesRoutes } from './geography/addresses/addresses.routes.ts'
import { savedAddressesModule } from './geography/saved-addresses/saved-addresses.module.ts'
import { zonesRoutes } from './geography/zones/zones.routes.ts'
import { accountsModule } from './identity/accounts/accounts.module.ts'
import { type GuessGuard, tokenOfReset } from './identity/accounts/accounts.public.ts'
import { companiesModule } from './identity/companies/companies.module.ts'
import { partnersModule } from './identity/partners/partners.module.ts'
import { settingsModule } from './identity/settings/settings.module.ts'
import { telephoneModules } from './modules-telephone.ts'
import { announcementsModule } from './office/announcements/announcements.module.ts'
import { startClientErrorJobs } from './office/client-errors/client-errors.jobs.ts'
import { clientErrorsRoutes } from './office/client-errors/client-errors.routes.ts'
import { documentsModule } from './office/documents/documents.module.ts'
import { driverReportsModule } from './office/driver-reports/driver-reports.module.ts'
import { importsModule } from './office/imports/imports.module.ts'
import { incidentsModule } from './office/incidents/incidents.module.ts'
import { messagesModule } from './office/messages/messages.module.ts'
import { peopleModule } from './office/people/people.module.ts'
import { startReportsJobs } from './office/reports/reports.jobs.ts'
import { reportsRoutes } from './office/reports/reports.routes.ts'
import { subscribeClients } from './orders/clients/clients.public.ts'
import { clientsRoutes } from './orders/clients/clients.routes.ts'
import { discountsModule } from './orders/discounts/discounts.module.ts'
import { driverOrdersRoutes } from './orders/driver-orders.routes.ts'
import { estimatesRoutes } from './orders/estimates/estimates.routes.ts'
import { startOrdersJobs } from './orders/orders.jobs.ts'
import { accountOrdersModule } from './orders/orders.module.ts'
import { createOrderViewers, driverOrderViews, subscribeOrders } from './orders/orders.public.ts'
import { ordersRoutes } from './orders/orders.routes.ts'
import { ratingsModule } from './orders/ratings/ratings.module.ts'
import { routesRoutes } from './orders/routes/routes.routes.ts'
import { staticMapModule } from './orders/static-map/static-map.module.ts'
import { createSupply, startStatisticsJobs } from './orders/statistics/statistics.jobs.ts'
import { statisticsRoutes } from './orders/statistics/statistics.routes.ts'
import { tariffsModule } from './orders/tariffs/tariffs.module.ts'
import { auditModule } from './platform/audit/audit.module.ts'
import type { Config } from './platform/config/config.ts'
import type { Db } from './platform/db/database.ts'
import { exportsModule } from './platform/exports/exports.module.ts'
import type { Module } from './platform/lifecycle/module.ts'
import type { Server } from './platform/lifecycle/server.ts'
import { limitsModule } from './platform/limits/limits.module.ts'
import type { SocketQuotas } from './platform/limits/limits.public.ts'
import type { MessageSecrets } from './platform/outbox/outbox.jobs.ts'
import { outboxModule } from './platform/outbox/outbox.module.ts'
import type { NodeBus } from './platform/realtime/node-bus.ts'
import type { Realtime } from './platform/realtime/realtime.ts'
import { startRetentionJobs } from './platform/realtime/retention.jobs.ts'
import type { Metrics } from './platform/telemetry/metrics.ts'
import { startClientAppJobs } from './site/client-app/client-app.jobs.ts'
import { codeOfClient } from './site/client-app/client-app.public.ts'
import { clientAppRoutes } from './site/client-app/client-app.routes.ts'
import { contentModule } from './site/content/content.module.ts'
import { signUpModule } from './site/sign-up/sign-up.module.ts'
import { tokenOfProof } from './site/sign-up/sign-up.public.ts'

export interface ModuleParts {
  config: Config
  server: Server
  realtime: Realtime
  bus: NodeBus
  router: Router
  metrics: Metrics
  socketQuotas: SocketQuotas
  /** Slows down guessing of codes. */
  guard: GuessGuard
  /** A pool for searches alone, so that a flood of requests delays no round. */
  engineDb: Db
}

/** In the order of their imports: each may subscribe to events of those above. */
export function modules({
  config,
  server: appServer,
  realtime: sockets,
  bus,
  router,
  metrics,
  guard,
  socketQuotas,
  engineDb,
}: ModuleParts): Module[] {
  const fleet = createFleet(appServer, sockets, bus, { maxKmh: config.maxPlausibleKmh })
  const searches = createSearchJobs(appServer, fleet, new RouteCache(router, appServer.clock), engineDb)
  const receipts = subscribeSearch(appServer, sockets, fleet)
  const replays = createReplayRuns(appServer, sockets)
  const roads = new Roads(router, appServer.clock)
  const geocoder = openGeocoder(config.geocoder, {
    db: appServer.db,
    clock: appServer.clock,
    log: appServer.log,
    metrics,
  })
  const chat = openChatWebhook(config.chatWebhookUrl, appServer.log)
  const viewers = createOrderViewers(appServer, sockets, bus)
  const supply = createSupply(appServer, sockets, { fleet, roads })
  const messaging = openMessaging(config.messaging)
  return [
    ...administrationModules({ config, socketQuotas, fleet }),
    { routes: (http, server) => zonesRoutes(http, server, fleet) },
    { routes: searchRulesRoutes },
    { subscribe: subscribeClients, routes: clientsRoutes },
    {
      routes: (http, server) => addressesRoutes(http, { ...server, geocoder }),
      healthChecks: () => addressHealthChecks(geocoder),
    },
    tilesModule,
    mapProvidersModule(config),
    staticMapModule({ geocoder: config.geocoder, roads }),
    {
      routes: (http, server) => {
        fleetRoutes(http, server, fleet, driverOrderViews)
        liveMapRoutes(http, server, { fleet, configuredCentre: config.mapCentre })
      },
      startJobs: async () => {
        await fleet.start()
        return fleet
      },
    },
    { subscribe: subscribeBans, routes: bansRoutes, startJobs: startBanJobs },
    { routes: prioritiesRoutes, startJobs: startPriorityJobs },
    { subscribe: subscribeStands, routes: (http, server) => standsRoutes(http, server, fleet) },
    {
      subscribe: subscribeOrders,
      routes: (http, server) => ordersRoutes(http, server, roads),
      startJobs: startOrdersJobs,
    },
    { startJobs: viewers.start },
    { routes: (http, server) => driverOrdersRoutes(http, server, { roads, fleet }) },
    {
      routes: (http, server) => clientAppRoutes(http, server, { guard, fleet, roads, showsCodes: config.demo }),
      startJobs: startClientAppJobs,
      isHousekeeping: true,
    },
    contentModule,
    driverReportsModule,
    signUpModule(config),
    limitsModule,
    outboxModule({ messaging, secrets: secretsOf(appServer) }),
    filingsModule(config),
    messagesModule,
    announcementsModule,
    incidentsModule,
    { routes: scheduledOrdersRoutes },
    { routes: (http, server) => estimatesRoutes(http, { server, fleet, roads }) },
    { routes: (http, server) => routesRoutes(http, { server, fleet, roads }) },
    { routes: (http, server) => driverAppRoutes(http, server, fleet) },
    { routes: simulatorRoutes, startJobs: startSimulatorJobs },
    ...telephoneModules(config, { server: appServer, realtime: sockets, metrics, socketQuotas }),
    { routes: (http, server) => clientErrorsRoutes(http, server, chat) },
    { startJobs: startClientErrorJobs, isHousekeeping: true },
    {
      routes: (http, server, realtime) => statisticsRoutes(http, server, realtime, { fleet, supply }),
      startJobs: (server, realtime) => startStatisticsJobs(server, realtime, supply),
    },
    { routes: reportsRoutes },
    { startJobs: startReportsJobs, isHousekeeping: true },
    {
      routes: (http, server) => searchRoutes(http, server, fleet),
      startJobs: () => {
        searches.start()
        return { wake: searches.wake, stop: () => searches.stop().then(() => receipts.empty()) }
      },
    },
    {
      routes: (http, server) => replayRoutes(http, server, replays),
      startJobs: async () => {
        await replays.start()
        return replays
      },
    },
  ]
}

function secretsOf(server: Server): MessageSecrets {
  return {
    tokenOfReset: (resetId) => tokenOfReset(server, resetId),
    tokenOfProof: (proofId) => tokenOfProof(server, proofId),
    codeOfClient: (companyId, phone) => codeOfClient(server, { companyId, phone }),
  }
}

/** Modules of the platform and for administration: companies, people, cars, fares, finance. */
function administrationModules({
  config,
  socketQuotas,
  fleet,
}: Pick<ModuleParts, 'config' | 'socketQuotas'> & { fleet: Fleet }): Module[] {
  return [
    { startJobs: startRetentionJobs, isHousekeeping: true },
    { subscribe: (_, realtime) => socketQuotas.subscribe(realtime), startJobs: () => socketQuotas.start() },
    exportsModule(config),
    savedAddressesModule,
    accountOrdersModule,
    accountsModule,
    auditModule,
    companiesModule,
    partnersModule(config),
    settingsModule(config),
    peopleModule({ fleet, publicOrigins: config.publicOrigins }),
    carsModule,
    devicesModule,
    importsModule(config),
    tariffsModule,
    discountsModule,
    ratingsModule,
    protocolModule,
    documentsModule,
    financeModule,
    financeChecksModule,
  ]
}
