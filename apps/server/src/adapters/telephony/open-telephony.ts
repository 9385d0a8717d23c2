import type { Logger } from 'pino'
import type { Config } from '../../platform/config/config.ts'
import type { SocketQuota } from '../../platform/http/socket-limits.ts'
import type { Clock } from '../../platform/lifecycle/clock.ts'
import type { Metrics } from '../../platform/telemetry/metrics.ts'
import { EmbeddedExchange } from './embedded/embedded-exchange.ts'
import { KamailioExchange } from './kamailio/kamailio-exchange.ts'
import type { PhoneDirectory, Telephony } from './telephony.ts'

export interface TelephonyParts {
  phoneDirectory: PhoneDirectory
  clock: Clock
  log: Logger
  metrics: Metrics
  socketQuotas: SocketQuota
}

/** The configured exchange; null: only simulated callers without audio ring. */
export function openTelephony(
  config: Config,
  { phoneDirectory, log, metrics, socketQuotas }: TelephonyParts,
): Telephony | null {
  switch (config.telephony.kind) {
    case 'embedded':
      return new EmbeddedExchange({ domain: config.sipDomain, phoneDirectory, log, metrics, socketQuotas })
    case 'kamailio': {
      const { recordingsDir, rtpengineDir, sipDomain: domain } = config
      return new KamailioExchange({
        ...config.telephony,
        domain,
        recordingsDir,
        rtpengineDir,
        log,
        metrics,
        socketQuotas,
      })
    }
    case 'off':
      return null
  }
}
