import { wayInto } from '../../adapters/telephony/pretend/places-calls.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Module } from '../../platform/lifecycle/module.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import type { Realtime } from '../../platform/realtime/realtime.ts'
import type { TelephonyContext } from '../../telephony/calls/calls.public.ts'
import { type CallersParts, createPublic, startPublic } from './pretend-callers.jobs.ts'
import { callersRoutes } from './pretend-callers.routes.ts'

interface PretendCallersParts {
  config: Pick<Config, 'testCallNumbers' | 'demo' | 'demoCity'>
  server: Server
  realtime: Realtime
  telephonyContext: TelephonyContext
}

/** Guards the channel of the callers when it is created. */
export function pretendCallersModule({ config, server, realtime, telephonyContext }: PretendCallersParts): Module {
  const callers: CallersParts = {
    exchange: wayInto(telephonyContext.telephony),
    phoneDirectory: telephonyContext.phoneDirectory,
    testNumbers: config.testCallNumbers,
    isCityOpen: config.demo && config.demoCity,
  }
  const people = createPublic(server, realtime, callers)
  return {
    name: 'pretend-callers',
    routes: (http) => callersRoutes(http, server, people, callers),
    startJobs: () => startPublic(server, realtime, people, callers),
  }
}
