import type { Logger } from 'pino'
import type { GeocoderConfig } from '../../platform/config/config.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Clock } from '../../platform/lifecycle/clock.ts'
import type { Metrics } from '../../platform/telemetry/metrics.ts'
import { embeddedGeocoder } from './embedded-geocoder.ts'
import type { Geocoder } from './geocoding.ts'
import { googleGeocoder } from './google-geocoder.ts'
import { guardedGeocoder } from './guarded-geocoder.ts'
import { nominatimGeocoder } from './nominatim-geocoder.ts'
import { photonGeocoder } from './photon-geocoder.ts'

/** The configured geocoder, with the embedded index as fallback; counts the sessions of typed addresses. */
export function openGeocoder(
  config: GeocoderConfig,
  { db, clock, log, metrics }: { db: Db; clock: Clock; log: Logger; metrics: Metrics },
): Geocoder {
  const geocoder = chosen(config, { db, clock, log, metrics })
  return {
    ...geocoder,
    suggest(input, options) {
      if (options.sessionToken) metrics.addressSession(options.sessionToken)
      return geocoder.suggest(input, options)
    },
  }
}

function chosen(
  config: GeocoderConfig,
  { db, clock, log, metrics }: { db: Db; clock: Clock; log: Logger; metrics: Metrics },
): Geocoder {
  const embedded = embeddedGeocoder(db)
  if (config.kind === 'embedded') return embedded
  return guardedGeocoder(otherOf(config), embedded, {
    clock,
    onOutcome: (outcome) => metrics.geocoderAsked(outcome),
    failed: (reason) => log.warn({ reason }, 'the geocoder did not answer; the addresses of our own map did'),
  })
}

function otherOf(config: Exclude<GeocoderConfig, { kind: 'embedded' }>) {
  if (config.kind === 'google') return googleGeocoder(config.url, config.key)
  return config.kind === 'photon' ? photonGeocoder(config.url) : nominatimGeocoder(config.url)
}
