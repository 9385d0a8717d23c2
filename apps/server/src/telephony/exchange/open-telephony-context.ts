import { openTelephony, type TelephonyParts } from '../../adapters/telephony/open-telephony.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import type { Realtime } from '../../platform/realtime/realtime.ts'
import { openPhoneDirectory } from '../lines/phone-directory.ts'
import type { AccountKind } from '../sip-accounts/sip-accounts.store.ts'
import { exchangeName, type TelephonyContext } from './telephony-context.ts'

interface OpenParts extends Pick<TelephonyParts, 'metrics' | 'socketQuotas'> {
  server: Server
  realtime: Realtime
}

/** Simulated callers can show any number, so they exist only for demonstrations, at the exchange without a trunk. */
export function accountKindsOf({ demo, telephony }: Pick<Config, 'demo' | 'telephony'>): AccountKind[] {
  return demo && telephony.kind === 'embedded' ? ['dispatcher', 'caller'] : ['dispatcher']
}

/** Creates the configured exchange; it starts with the jobs of calls. */
export function openTelephonyContext(
  config: Config,
  { server, realtime, metrics, socketQuotas }: OpenParts,
): TelephonyContext {
  const phoneDirectory = openPhoneDirectory(server, realtime, accountKindsOf(config))
  const { clock, log } = server
  return {
    telephony: openTelephony(config, { phoneDirectory, clock, log, metrics, socketQuotas }),
    name: exchangeName(config.telephony.kind),
    phoneDirectory,
  }
}
