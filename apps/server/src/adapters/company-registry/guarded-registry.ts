import type { Clock } from '../../platform/lifecycle/clock.ts'
import { type CompanyRegistry, RegistrySilent } from './company-registry.ts'

const FAILURES_IN_A_ROW = 3
const REST_MS = 60_000

/** A circuit breaker: after three failures in a row the register is not requested for a minute, so that forms do not wait for nothing. */
export function guarded(registry: CompanyRegistry, clock: Clock): CompanyRegistry {
  let failures = 0
  let restsUntil = 0
  return {
    async find(cui) {
      if (clock.elapsedMs() < restsUntil) throw new RegistrySilent('at rest')
      try {
        const found = await registry.find(cui)
        failures = 0
        return found
      } catch (error) {
        failures += 1
        if (failures >= FAILURES_IN_A_ROW) {
          failures = 0
          restsUntil = clock.elapsedMs() + REST_MS
        }
        throw error
      }
    },
  }
}
