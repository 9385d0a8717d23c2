import { SimulatedTelephony } from '../../adapters/telephony/simulated-telephony.ts'
import { PHONE_PATH, type Telephony } from '../../adapters/telephony/telephony.ts'
import type { Module } from '../../platform/lifecycle/module.ts'
import type { Door } from '../../platform/realtime/upgrade.ts'
import { subscribeToExchange } from '../exchange/subscribe-to-exchange.ts'
import { healthChecksOf, type TelephonyContext } from '../exchange/telephony-context.ts'
import { startCallJobs } from './calls.jobs.ts'
import { callRoutesOfDispatchers, callsRoutes, simulatedCallsRoutes } from './calls.routes.ts'
import { subscribeCalls } from './subscribe-calls.ts'

interface CallsParts {
  telephonyContext: TelephonyContext
  testNumbers: readonly string[]
}

export function callsModule({ telephonyContext, testNumbers }: CallsParts): Module {
  const { telephony, name: exchange } = telephonyContext
  const withoutAudio = new SimulatedTelephony()
  return {
    name: 'calls',
    subscribe: (server, realtime) => {
      subscribeCalls(server, realtime)
      subscribeToExchange(server, realtime, { telephony: withoutAudio, exchange: null, testNumbers })
      if (telephony) subscribeToExchange(server, realtime, { telephony, exchange, testNumbers })
    },
    routes: (http, server) => {
      callsRoutes(http, server, telephonyContext)
      callRoutesOfDispatchers(http, server, telephonyContext)
      simulatedCallsRoutes(http, server, withoutAudio)
    },
    startJobs: (server) => startCallJobs(server, telephonyContext, testNumbers),
    healthChecks: () => healthChecksOf(telephonyContext),
    ...(telephony ? { door: doorOf(telephony) } : {}),
  }
}

function doorOf(telephony: Telephony): Door {
  return { path: PHONE_PATH, isForPages: true, upgrade: telephony.upgrade.bind(telephony) }
}
