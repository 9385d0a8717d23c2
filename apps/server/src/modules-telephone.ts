import { openSpeech } from './adapters/speech/speech.ts'
import { openTelephony } from './adapters/telephony/open-telephony.ts'
import { wayInto } from './adapters/telephony/pretend/places-calls.ts'
import { RecordingsFolder } from './adapters/telephony/recordings-folder.ts'
import { CallFiles } from './adapters/telephony/rtpengine/call-files.ts'
import { SimulatedTelephony } from './adapters/telephony/simulated-telephony.ts'
import { PHONE_PATH } from './adapters/telephony/telephony.ts'
import { type CallersParts, createPublic, startPublic } from './demo/pretend-callers/pretend-callers.jobs.ts'
import { callersRoutes } from './demo/pretend-callers/pretend-callers.routes.ts'
import type { ModuleParts } from './modules.ts'
import { userMetaRoutes } from './office/people/sip-settings/user-meta.routes.ts'
import { startErasures } from './office/personal-data/personal-data.jobs.ts'
import { personalDataRoutes } from './office/personal-data/personal-data.routes.ts'
import { startRetention } from './office/retention/retention.jobs.ts'
import { retentionRoutes } from './office/retention/retention.routes.ts'
import type { Config } from './platform/config/config.ts'
import { kindOfError } from './platform/lifecycle/kind-of-error.ts'
import type { Module } from './platform/lifecycle/module.ts'
import { subscribeRecordings } from './telephony/call-reports/call-reports.public.ts'
import { callReportsRoutes } from './telephony/call-reports/call-reports.routes.ts'
import { startCallJobs } from './telephony/calls/calls.jobs.ts'
import {
  type AccountKind,
  ExchangeHosts,
  exchangeName,
  healthChecksOf,
  openPhoneDirectory,
  subscribeCalls,
  subscribeToExchange,
  type TelephonyContext,
} from './telephony/calls/calls.public.ts'
import { callRoutesOfDispatchers, callsRoutes, simulatedCallsRoutes } from './telephony/calls/calls.routes.ts'
import { telephoneAdminRoutes } from './telephony/lines/telephone-admin.routes.ts'
import { outgoingRoutes } from './telephony/outgoing/outgoing.routes.ts'
import { startPlaybackJobs, subscribePlaybacks } from './telephony/playbacks/playbacks.jobs.ts'

/** Simulated callers can show any number, so they exist only for demonstrations, at the exchange without a trunk. */
function accountKindsOf({ demo, telephony }: Config): AccountKind[] {
  return demo && telephony.kind === 'embedded' ? ['dispatcher', 'caller'] : ['dispatcher']
}

/** Modules for telephony: the exchange, calls, recordings, and simulated callers. */
export function telephoneModules(
  config: Config,
  { server, realtime, metrics, socketQuotas }: Pick<ModuleParts, 'server' | 'realtime' | 'metrics' | 'socketQuotas'>,
): Module[] {
  const paper = new SimulatedTelephony()
  const accountKinds = accountKindsOf(config)
  const phoneDirectory = openPhoneDirectory(server, realtime, accountKinds)
  const telephonyContext: TelephonyContext = {
    telephony: openTelephony(config, { phoneDirectory, clock: server.clock, log: server.log, metrics, socketQuotas }),
    name: exchangeName(config.telephony.kind),
    phoneDirectory,
  }
  const callers: CallersParts = {
    exchange: wayInto(telephonyContext.telephony),
    phoneDirectory: telephonyContext.phoneDirectory,
    testNumbers: config.testCallNumbers,
    isCityOpen: config.demo && config.demoCity,
  }
  const people = createPublic(server, realtime, callers)
  const recordings = new RecordingsFolder(config.recordingsDir)
  const callFiles = new CallFiles(recordings, config.rtpengineDir)
  const exchangeHosts = new ExchangeHosts(server)
  return [
    {
      subscribe: () => exchangeHosts.loadIfPossible(),
      startJobs: () => exchangeHosts.start(),
      connectsTo: () => exchangeHosts.origins,
    },
    {
      subscribe: () => {
        subscribeCalls(server, realtime)
        const { testCallNumbers: testNumbers } = config
        subscribeToExchange(server, realtime, { telephony: paper, exchange: null, testNumbers })
        const { telephony, name: exchange } = telephonyContext
        if (telephony) subscribeToExchange(server, realtime, { telephony, exchange, testNumbers })
      },
      routes: (http) => {
        callsRoutes(http, server, telephonyContext)
        callRoutesOfDispatchers(http, server, telephonyContext)
        simulatedCallsRoutes(http, server, paper)
        telephoneAdminRoutes(http, server, {
          telephonyContext,
          testNumbers: config.testCallNumbers,
          sipDomain: config.sipDomain,
        })
        outgoingRoutes(http, server)
        userMetaRoutes(http, server, config.telephony.kind === 'off' ? null : { ...config, accountKinds })
      },
      startJobs: () => startCallJobs(server, telephonyContext, config.testCallNumbers),
      healthChecks: () => healthChecksOf(telephonyContext),
      ...(telephonyContext.telephony
        ? {
            door: {
              path: PHONE_PATH,
              isForPages: true,
              upgrade: telephonyContext.telephony.upgrade.bind(telephonyContext.telephony),
            },
          }
        : {}),
    },
    {
      subscribe: () => subscribePlaybacks(server, telephonyContext),
      startJobs: () => {
        const failed = (error: unknown) => server.log.warn({ reason: kindOfError(error) }, 'the voice says nothing')
        return startPlaybackJobs(server, telephonyContext, openSpeech(config.speech, failed))
      },
    },
    {
      subscribe: () => subscribeRecordings(server, recordings),
      routes: (http) => {
        callReportsRoutes(http, server, recordings)
        personalDataRoutes(http, server, callFiles)
        retentionRoutes(http, server)
      },
    },
    { startJobs: () => startErasures(server, callFiles) },
    { startJobs: () => startRetention(server, recordings), isHousekeeping: true },
    {
      routes: (http) => callersRoutes(http, server, people, callers),
      startJobs: () => startPublic(server, realtime, people, callers),
    },
  ]
}
