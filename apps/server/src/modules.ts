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
import { simulatorModule } from './demo/simulator/simulator.module.ts'
import { createReplayRuns } from './dispatch/replay/replay.jobs.ts'
import { replayModule } from './dispatch/replay/replay.module.ts'
import { scheduledOrdersModule } from './dispatch/scheduled-orders/scheduled-orders.module.ts'
import { createSearchJobs } from './dispatch/search/search.jobs.ts'
import { searchModule } from './dispatch/search/search.module.ts'
import { RouteCache, subscribeSearch } from './dispatch/search/search.public.ts'
import { searchRulesModule } from './dispatch/search-rules/search-rules.module.ts'
import { bansModule } from './fleet/bans/bans.module.ts'
import { carsModule } from './fleet/cars/cars.module.ts'
import { devicesModule } from './fleet/devices/devices.module.ts'
import { driverAppModule } from './fleet/drivers/driver-app.module.ts'
import { createFleet } from './fleet/fleet.jobs.ts'
import { fleetModule } from './fleet/fleet.module.ts'
import { priorityWindowsModule } from './fleet/priority-windows/priority-windows.module.ts'
import { standsModule } from './fleet/stands/stands.module.ts'
import { addressesModule } from './geography/addresses/addresses.module.ts'
import { savedAddressesModule } from './geography/saved-addresses/saved-addresses.module.ts'
import { zonesModule } from './geography/zones/zones.module.ts'
import { accountsModule } from './identity/accounts/accounts.module.ts'
import { type GuessGuard, tokenOfReset } from './identity/accounts/accounts.public.ts'
import { companiesModule } from './identity/companies/companies.module.ts'
import { partnersModule } from './identity/partners/partners.module.ts'
import { settingsModule } from './identity/settings/settings.module.ts'
import { announcementsModule } from './office/announcements/announcements.module.ts'
import { clientErrorsModule } from './office/client-errors/client-errors.module.ts'
import { documentsModule } from './office/documents/documents.module.ts'
import { driverReportsModule } from './office/driver-reports/driver-reports.module.ts'
import { importsModule } from './office/imports/imports.module.ts'
import { incidentsModule } from './office/incidents/incidents.module.ts'
import { messagesModule } from './office/messages/messages.module.ts'
import { peopleModule } from './office/people/people.module.ts'
import { sipSettingsModule } from './office/people/sip-settings/sip-settings.module.ts'
import { personalDataModule } from './office/personal-data/personal-data.module.ts'
import { reportsModule } from './office/reports/reports.module.ts'
import { retentionModule } from './office/retention/retention.module.ts'
import { clientsModule } from './orders/clients/clients.module.ts'
import { discountsModule } from './orders/discounts/discounts.module.ts'
import { estimatesModule } from './orders/estimates/estimates.module.ts'
import { leadModule } from './orders/lead/lead.module.ts'
import { accountOrdersModule, driverOrdersModule, ordersModule, orderViewersModule } from './orders/orders.module.ts'
import { createOrderViewers, driverOrderViews } from './orders/orders.public.ts'
import { ratingsModule } from './orders/ratings/ratings.module.ts'
import { routesModule } from './orders/routes/routes.module.ts'
import { staticMapModule } from './orders/static-map/static-map.module.ts'
import { createSupply } from './orders/statistics/statistics.jobs.ts'
import { statisticsModule } from './orders/statistics/statistics.module.ts'
import { tariffsModule } from './orders/tariffs/tariffs.module.ts'
import { auditModule } from './platform/audit/audit.module.ts'
import type { Config } from './platform/config/config.ts'
import type { Db } from './platform/db/database.ts'
import { exportsModule } from './platform/exports/exports.module.ts'
import type { Module } from './platform/lifecycle/module.ts'
import type { Server } from './platform/lifecycle/server.ts'
import { limitsModule, socketQuotasModule } from './platform/limits/limits.module.ts'
import type { SocketQuotas } from './platform/limits/limits.public.ts'
import type { MessageSecrets } from './platform/outbox/outbox.jobs.ts'
import { outboxModule } from './platform/outbox/outbox.module.ts'
import type { NodeBus } from './platform/realtime/node-bus.ts'
import { realtimeModule } from './platform/realtime/realtime.module.ts'
import type { Realtime } from './platform/realtime/realtime.ts'
import type { Metrics } from './platform/telemetry/metrics.ts'
import { clientAppModule } from './site/client-app/client-app.module.ts'
import { codeOfClient } from './site/client-app/client-app.public.ts'
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
  const { receipts, lostPhones } = subscribeSearch(server, realtime, fleet)
  const routes = new RouteCache(router, clock)
  const searches = createSearchJobs(server, { fleet, routes, receipts }, engineDb)
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
    fleet,
    routes,
    searches,
    receipts,
    lostPhones,
    replays,
    roads,
    geocoder,
    chat,
    viewers,
    supply,
    messaging,
    telephonyContext,
    recordings,
  }
}

/** Modules of the platform and for administration: companies, people, cars, fares, finance. */
function administrationModules({ config, socketQuotas, fleet }: Parts): Module[] {
  return [
    realtimeModule,
    socketQuotasModule({ socketQuotas }),
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
  const { config, server, realtime, fleet, roads, telephonyContext, recordings } = parts
  const testNumbers = config.testCallNumbers
  return [
    zonesModule({ fleet }),
    searchRulesModule,
    clientsModule,
    addressesModule(parts),
    tilesModule,
    mapProvidersModule(config),
    staticMapModule({ geocoder: config.geocoder, roads }),
    fleetModule({ fleet, driverOrders: driverOrderViews, mapCentre: config.mapCentre }),
    bansModule,
    priorityWindowsModule,
    standsModule({ fleet }),
    ordersModule({ roads }),
    leadModule,
    orderViewersModule(parts),
    driverOrdersModule({ roads, fleet }),
    clientAppModule({ guard: parts.guard, fleet, roads, showsCodes: config.demo }),
    contentModule,
    driverReportsModule,
    signUpModule(config),
    limitsModule,
    outboxModule({ messaging: parts.messaging, secrets: secretsOf(server) }),
    filingsModule(config),
    messagesModule,
    announcementsModule,
    incidentsModule,
    scheduledOrdersModule,
    estimatesModule({ fleet, roads }),
    routesModule({ fleet, roads }),
    driverAppModule({ fleet }),
    simulatorModule,
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
    clientErrorsModule(parts),
    statisticsModule(parts),
    reportsModule,
    searchModule(parts),
    replayModule(parts),
  ]
}

function secretsOf(server: Server): MessageSecrets {
  return {
    tokenOfReset: (resetId) => tokenOfReset(server, resetId),
    tokenOfProof: (proofId) => tokenOfProof(server, proofId),
    codeOfClient: (companyId, phone) => codeOfClient(server, { companyId, phone }),
  }
}
