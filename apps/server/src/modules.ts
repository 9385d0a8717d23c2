import { openChatWebhook } from './adapters/chat-webhook/chat-webhook.ts'
import { openGeocoder } from './adapters/geocoding/open-geocoder.ts'
import { mapProvidersModule } from './adapters/map-providers/map-providers.module.ts'
import { openMessaging } from './adapters/messaging/open-messaging.ts'
import { Roads } from './adapters/routing/roads.ts'
import type { Router } from './adapters/routing/routing.ts'
import { RecordingsFolder } from './adapters/telephony/recordings-folder.ts'
import { CallFiles } from './adapters/telephony/rtpengine/call-files.ts'
import { tilesModule } from './adapters/tiles/tiles.module.ts'
import { filingsModule } from './billing/filings/filings.module.ts'
import { financeChecksModule, financeModule } from './billing/finance/finance.module.ts'
import { protocolModule } from './billing/protocol/protocol.module.ts'
import { pretendCallersModule } from './demo/pretend-callers/pretend-callers.module.ts'
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
import { announcementsModule } from './office/announcements/announcements.module.ts'
import { startClientErrorJobs } from './office/client-errors/client-errors.jobs.ts'
import { clientErrorsRoutes } from './office/client-errors/client-errors.routes.ts'
import { documentsModule } from './office/documents/documents.module.ts'
import { driverReportsModule } from './office/driver-reports/driver-reports.module.ts'
import { importsModule } from './office/imports/imports.module.ts'
import { incidentsModule } from './office/incidents/incidents.module.ts'
import { messagesModule } from './office/messages/messages.module.ts'
import { peopleModule } from './office/people/people.module.ts'
import { sipSettingsModule } from './office/people/sip-settings/sip-settings.module.ts'
import { personalDataModule } from './office/personal-data/personal-data.module.ts'
import { startReportsJobs } from './office/reports/reports.jobs.ts'
import { reportsRoutes } from './office/reports/reports.routes.ts'
import { retentionModule } from './office/retention/retention.module.ts'
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
import { callReportsModule } from './telephony/call-reports/call-reports.module.ts'
import { callsModule } from './telephony/calls/calls.module.ts'
import { openTelephonyContext } from './telephony/calls/calls.public.ts'
import { exchangeHostsModule } from './telephony/exchange/exchange.module.ts'
import { linesModule } from './telephony/lines/lines.module.ts'
import { outgoingModule } from './telephony/outgoing/outgoing.module.ts'
import { playbacksModule } from './telephony/playbacks/playbacks.module.ts'

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

type Parts = ModuleParts & ReturnType<typeof createSharedParts>

/** In the order of their imports: each may subscribe to events of those above. */
export function modules(parts: ModuleParts): Module[] {
  const all = { ...parts, ...createSharedParts(parts) }
  return [...administrationModules(all), ...dispatchModules(all)]
}

/** What several modules use. The order counts: some subscribe when they are created. */
function createSharedParts({ config, server, realtime, bus, router, metrics, socketQuotas, engineDb }: ModuleParts) {
  const { db, clock, log } = server
  const fleet = createFleet(server, realtime, bus, { maxKmh: config.maxPlausibleKmh })
  const searches = createSearchJobs(server, fleet, new RouteCache(router, clock), engineDb)
  const receipts = subscribeSearch(server, realtime, fleet)
  const replays = createReplayRuns(server, realtime)
  const roads = new Roads(router, clock)
  const geocoder = openGeocoder(config.geocoder, { db, clock, log, metrics })
  const chat = openChatWebhook(config.chatWebhookUrl, log)
  const viewers = createOrderViewers(server, realtime, bus)
  const supply = createSupply(server, realtime, { fleet, roads })
  const messaging = openMessaging(config.messaging)
  const telephonyContext = openTelephonyContext(config, { server, realtime, metrics, socketQuotas })
  const recordings = new RecordingsFolder(config.recordingsDir)
  return {
    ...{ fleet, searches, receipts, replays, roads, geocoder, chat, viewers, supply },
    ...{ messaging, telephonyContext, recordings },
  }
}

/** Modules of the platform and for administration: companies, people, cars, fares, finance. */
function administrationModules({ config, socketQuotas, fleet }: Parts): Module[] {
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

/** Modules for dispatching: the map, the fleet, orders and their search, messages, telephony, statistics. */
function dispatchModules(parts: Parts): Module[] {
  const { config, server, realtime, guard, fleet, searches, receipts, replays, roads } = parts
  const { geocoder, chat, viewers, supply, messaging, telephonyContext, recordings } = parts
  const testNumbers = config.testCallNumbers
  return [
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
    outboxModule({ messaging, secrets: secretsOf(server) }),
    filingsModule(config),
    messagesModule,
    announcementsModule,
    incidentsModule,
    { routes: scheduledOrdersRoutes },
    { routes: (http, server) => estimatesRoutes(http, { server, fleet, roads }) },
    { routes: (http, server) => routesRoutes(http, { server, fleet, roads }) },
    { routes: (http, server) => driverAppRoutes(http, server, fleet) },
    { routes: simulatorRoutes, startJobs: startSimulatorJobs },
    exchangeHostsModule({ server }),
    callsModule({ telephonyContext, testNumbers }),
    linesModule({ telephonyContext, testNumbers, sipDomain: config.sipDomain }),
    outgoingModule,
    sipSettingsModule(config),
    playbacksModule({ telephonyContext, speech: config.speech }),
    callReportsModule({ recordings }),
    personalDataModule({ callFiles: new CallFiles(recordings, config.rtpengineDir) }),
    retentionModule({ recordings }),
    pretendCallersModule({ config, server, realtime, telephonyContext }),
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
