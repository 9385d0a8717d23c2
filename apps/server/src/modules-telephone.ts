import { subscribeRecordings } from './call-reports/call-reports.public.ts'
import { callReportsRoutes } from './call-reports/call-reports.routes.ts'
import { type CallersParts, createPublic, startPublic } from './callers/callers.jobs.ts'
import { callersRoutes } from './callers/callers.routes.ts'
import { startCallJobs } from './calls/calls.jobs.ts'
import {
  type AccountKind,
  ExchangeHosts,
  exchangeName,
  healthChecksOf,
  openPhoneDirectory,
  subscribeCalls,
  subscribeToExchange,
  type TelephonyContext,
} from './calls/calls.public.ts'
import { callRoutesOfDispatchers, callsRoutes, simulatedCallsRoutes } from './calls/calls.routes.ts'
import { outgoingRoutes } from './calls/outgoing.routes.ts'
import { telephoneAdminRoutes } from './calls/telephone-admin.routes.ts'
import type { Config } from './config.ts'
import { kindOfError } from './kind-of-error.ts'
import type { Module, ModuleParts } from './modules.ts'
import { startErasures } from './personal-data/personal-data.jobs.ts'
import { personalDataRoutes } from './personal-data/personal-data.routes.ts'
import { startPlaybackJobs, subscribePlaybacks } from './playbacks/playbacks.jobs.ts'
import { openSpeech } from './providers/speech/speech.ts'
import { openTelephony } from './providers/telephony/open-telephony.ts'
import { wayInto } from './providers/telephony/pretend/places-calls.ts'
import { RecordingsFolder } from './providers/telephony/recordings-folder.ts'
import { CallFiles } from './providers/telephony/rtpengine/call-files.ts'
import { SimulatedTelephony } from './providers/telephony/simulated-telephony.ts'
import { PHONE_PATH } from './providers/telephony/telephony.ts'
import { startRetention } from './retention/retention.jobs.ts'
import { retentionRoutes } from './retention/retention.routes.ts'
import { userMetaRoutes } from './users/sip-settings/user-meta.routes.ts'

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
