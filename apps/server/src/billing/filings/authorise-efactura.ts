import { createHash, randomBytes } from 'node:crypto'
import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { CompanyId, UserId } from '@dispecerat/domain/kernel/ids'
import { type EfacturaOauth, type GrantedTokens, GrantRefused } from '../../adapters/authorities/authorities.ts'
import { chosenCompany, verifiedCui } from '../../identity/companies/companies.public.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { write } from '../../platform/db/write.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import {
  deleteAuthorisation,
  insertRequest,
  saveGrant,
  saveRefusal,
  takeRequest,
  wakeFilings,
} from './authorisations.store.ts'
import { publishAuthorisation } from './publish-authorisation.ts'

const REQUEST_MS = 10 * 60_000

interface CompanyRef {
  companyId: CompanyId
}

/** A user and the session in which they act. */
interface Session {
  actor: Actor
  userId: UserId
  tokenId: number
}

/** Returns the authority's address where the user authorises for the company. Throws company.unknown, invoice.cui_unproved. */
export async function beginAuthorisation(
  server: Server,
  oauth: EfacturaOauth,
  { actor, userId, tokenId }: Session,
  requestedId: CompanyId,
): Promise<{ url: string }> {
  // The company id in the state tells the console which page to open; only the stored request is trusted.
  const state = `${requestedId}-${randomBytes(32).toString('base64url')}`
  // Not idempotent: a repeated request gets a new state, because only the hash of the first is stored.
  await write(server, { ...actor, once: null }, async (tx) => {
    const companyId = await chosenCompany(tx, actor.scope, requestedId)
    await requireCui(tx, companyId)
    const now = server.clock.now()
    const expiresAt = new Date(now.getTime() + REQUEST_MS)
    await insertRequest(tx, { stateHash: hashOf(state), companyId, userId, tokenId, expiresAt }, now)
  })
  return { url: oauth.authorizeUrl(state) }
}

/**
 * Exchanges the code for the company's tokens. The state must come back in the session that began it: otherwise an attacker could begin the
 * authorisation and have the rights of whoever follows the link attached to the attacker's company. Throws efactura_request.unknown,
 * company.unknown, invoice.cui_unproved, efactura.not_offered, efactura.unreachable.
 */
export async function finishAuthorisation(
  server: Server,
  oauth: EfacturaOauth | null,
  { actor, userId, tokenId }: Session,
  callback: { state: string; code: string | undefined },
): Promise<CompanyRef> {
  const once = { ...actor, once: null }
  const { companyId } = await takeOnce(server, once, { stateHash: hashOf(callback.state), userId, tokenId })
  if (!oauth) throw new DomainError('efactura.not_offered')
  const tokens = callback.code === undefined ? null : await exchange(oauth, callback.code)
  return write(server, once, async (tx) => {
    const cui = await requireCui(tx, companyId)
    const now = server.clock.now()
    if (tokens === null) await saveRefusal(tx, { companyId, cui, userId }, now)
    else {
      await saveGrant(tx, server.seal, { companyId, cui, userId, tokens }, now)
      await wakeFilings(tx, companyId, now)
    }
    await publishAuthorisation(tx, actor, { companyId, state: tokens === null ? 'refused' : 'active' }, now)
    return { companyId }
  })
}

/** Deletes the tokens. Throws company.unknown, efactura_authorisation.unknown. */
export function endAuthorisation(server: Server, actor: Actor, requestedId: CompanyId): Promise<CompanyRef> {
  return write(server, actor, async (tx) => {
    const companyId = await chosenCompany(tx, actor.scope, requestedId)
    if (!(await deleteAuthorisation(tx, companyId))) throw new DomainError('efactura_authorisation.unknown')
    await publishAuthorisation(tx, actor, { companyId, state: 'none' }, server.clock.now())
    return { companyId }
  })
}

/** Commits before the exchange, so that the state is used up whatever the authority replies. */
function takeOnce(
  server: Server,
  actor: Actor,
  session: { stateHash: Buffer; userId: UserId; tokenId: number },
): Promise<CompanyRef> {
  return write(server, actor, async (tx) => {
    const request = await takeRequest(tx, session, server.clock.now())
    if (!request) throw new DomainError('efactura_request.unknown')
    return { companyId: await chosenCompany(tx, actor.scope, request.companyId) }
  })
}

/** Returns null when the authority refuses the code. */
async function exchange(oauth: EfacturaOauth, code: string): Promise<GrantedTokens | null> {
  try {
    return await oauth.exchange(code)
  } catch (error) {
    if (error instanceof GrantRefused) return null
    throw new DomainError('efactura.unreachable')
  }
}

async function requireCui(tx: Tx, companyId: CompanyId): Promise<string> {
  const cui = await verifiedCui(tx, companyId)
  if (cui === null) throw new DomainError('invoice.cui_unproved')
  return cui
}

function hashOf(state: string): Buffer {
  return createHash('sha256').update(state).digest()
}
