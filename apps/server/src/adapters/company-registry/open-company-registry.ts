import type { CompanyRegistryConfig } from '../../platform/config/config-public.ts'
import type { Clock } from '../../platform/lifecycle/clock.ts'
import { anafRegistry } from './anaf-registry.ts'
import type { CompanyRegistry } from './company-registry.ts'
import { fixtureRegistry } from './fixture-registry.ts'
import { guarded } from './guarded-registry.ts'

/** Null when no register is configured, and names are typed by hand. */
export function openCompanyRegistry(config: CompanyRegistryConfig, clock: Clock): CompanyRegistry | null {
  if (config.kind === 'anaf') return guarded(anafRegistry(config.url, clock), clock)
  return config.kind === 'fixture' ? fixtureRegistry : null
}
