import type { CompanyRegistryConfig } from '../../platform/config/config-public.ts'
import type { Clock } from '../../platform/lifecycle/clock.ts'
import { anafRegistry } from './anaf-registry.ts'
import { type CompanyRegistry, RegistrySilent } from './company-registry.ts'

const FAILURES_IN_A_ROW = 3
const REST_MS = 60_000

const COMPANIES = [
  { cui: '14399840', name: 'EXEMPLU TAXI SRL', address: 'MUN. BRAȘOV, STR. LUNGĂ, NR. 2', paysVat: true },
  { cui: '16054368', name: 'CURIER DE PROBĂ SRL', address: 'MUN. BRAȘOV, STR. ALBA IULIA, NR. 10', paysVat: false },
]

/** A few invented companies; every other CUI is unknown. */
const fixtureRegistry: CompanyRegistry = {
  find: async (cui) => COMPANIES.filter((company) => company.cui === cui),
}

/** Null when no register is configured, and names are typed by hand. */
export function openCompanyRegistry(config: CompanyRegistryConfig, clock: Clock): CompanyRegistry | null {
  if (config.kind === 'anaf') return guarded(anafRegistry(config.url, clock), clock)
  return config.kind === 'fixture' ? fixtureRegistry : null
}

/** A circuit breaker: after three failures in a row the register is not requested for a minute, so that forms do not wait for nothing. */
function guarded(registry: CompanyRegistry, clock: Clock): CompanyRegistry {
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
