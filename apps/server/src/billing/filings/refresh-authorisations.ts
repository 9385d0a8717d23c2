import { type EfacturaOauth, type GrantedTokens, GrantRefused } from '../../adapters/authorities/authorities.ts'
import { SYSTEM } from '../../platform/db/actor.ts'
import { write } from '../../platform/db/write.ts'
import { kindOfError } from '../../platform/lifecycle/kind-of-error.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import {
  claimDueRefreshes,
  type DueRefresh,
  openRefreshToken,
  saveFailedRenewal,
  saveRenewal,
  wakeFilings,
} from './authorisations.store.ts'
import { publishAuthorisation } from './publish-authorisation.ts'

/** Longer than a request to the authority may take. */
const LEASE_SECONDS = 120
const AT_ONCE = 5
const RETRY_MS = 10 * 60_000

/** Renews tokens that are about to expire or that the authority refused; returns how many were claimed. */
export async function refreshDueAuthorisations(server: Server, oauth: EfacturaOauth): Promise<number> {
  const claim = { now: server.clock.now(), leaseSeconds: LEASE_SECONDS, limit: AT_ONCE }
  const due = await claimDueRefreshes(server.db, claim)
  await Promise.all(due.map((one) => refresh(server, oauth, one)))
  return due.length
}

async function refresh(server: Server, oauth: EfacturaOauth, due: DueRefresh): Promise<void> {
  const { companyId } = due
  const result = await renew(server, oauth, due).catch((error: unknown) => error)
  if (result instanceof Error && !(result instanceof GrantRefused)) {
    server.log.warn({ company_id: companyId, reason: kindOfError(result) }, 'an authorisation was not renewed')
  }
  await write(server, SYSTEM, async (tx) => {
    const now = server.clock.now()
    if (result instanceof GrantRefused) {
      const isSaved = await saveFailedRenewal(tx, due, null)
      if (isSaved) await publishAuthorisation(tx, SYSTEM, { companyId, state: 'revoked' }, now)
    } else if (result instanceof Error) await saveFailedRenewal(tx, due, new Date(now.getTime() + RETRY_MS))
    else if (await saveRenewal(tx, server.seal, due, result as GrantedTokens, now)) {
      await wakeFilings(tx, companyId, now)
      await publishAuthorisation(tx, SYSTEM, { companyId, state: 'active' }, now)
    }
  })
}

async function renew({ seal }: Server, oauth: EfacturaOauth, due: DueRefresh): Promise<GrantedTokens> {
  return oauth.refresh(openRefreshToken(seal, due))
}
