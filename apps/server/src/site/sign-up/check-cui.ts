// Apart from sign-up.routes.ts: a use case.

import { DomainError } from '@dispecerat/domain/kernel/errors'
import {
  type CompanyRegistry,
  type RegistryCompany,
  RegistrySilent,
} from '../../adapters/company-registry/company-registry.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { keepAnswer, knownAnswer } from './registry-answers.store.ts'

const FRESH_MS = 24 * 3_600_000

/** The register's data about a valid CUI, cached for a day. Throws registry.silent. */
export async function checkCui(
  { db, clock }: Pick<Server, 'db' | 'clock'>,
  registry: CompanyRegistry | null,
  cui: string,
): Promise<RegistryCompany[]> {
  const now = clock.now()
  const known = await knownAnswer(db, cui, new Date(now.getTime() - FRESH_MS))
  if (known) return known
  if (!registry) throw new DomainError('registry.silent')
  try {
    const found = await registry.find(cui)
    await keepAnswer(db, cui, found, now)
    return found
  } catch (error) {
    if (error instanceof RegistrySilent) throw new DomainError('registry.silent')
    throw error
  }
}
