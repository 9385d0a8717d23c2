import { createHash, randomBytes } from 'node:crypto'
import { DomainError } from '@dispecerat/domain/errors'
import { chosenCompany, verifiedCui } from '../companies/companies.public.ts'
import type { Actor } from '../db/actor.ts'
import type { Tx } from '../db/database.ts'
import { write } from '../db/write.ts'
import { type EfacturaOauth, type GrantedTokens, GrantRefused } from '../providers/authorities/authorities.ts'
import type { Server } from '../server.ts'
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
  companyId: number
}

/** Who acts, in which session. */
interface Session {
  actor: Actor
  userId: number
  tokenId: number
}

/** The address at the tax authority where somebody authorises for the company. Throws company.unknown, invoice.cui_unproved. */
export async function beginAuthorisation(
  server: Server,
  oauth: EfacturaOauth,
  { actor, userId, tokenId }: Session,
  asked: number,
): Promise<{ url: string }> {
  // The number tells the console whose page to open; what is trusted is the stored request.
  const state = `${asked}-${randomBytes(32).toString('base64url')}`
  // Not idempotent: a repeat gets a state of its own, and none is stored in clear.
  await write(server, { ...actor, once: null }, async (tx) => {
    const companyId = await chosenCompany(tx, actor.scope, asked)
    await requireCui(tx, companyId)
    const now = server.clock.now()
    const expiresAt = new Date(now.getTime() + REQUEST_MS)
    await insertRequest(tx, { stateHash: hashOf(state), companyId, userId, tokenId, expiresAt }, now)
  })
  return { url: oauth.authorizeUrl(state) }
}

/**
 * Exchanges the code for the company's tokens. The state must come back in the session that began it: a link that somebody else
 * began would otherwise attach the rights of whoever follows it to another company. Throws efactura_request.unknown,
 * company.unknown, invoice.cui_unproved, efactura.not_offered, efactura.unreachable.
 */
export async function finishAuthorisation(
  server: Server,
  oauth: EfacturaOauth | null,
  { actor, userId, tokenId }: Session,
  given: { state: string; code: string | undefined },
): Promise<CompanyRef> {
  const once = { ...actor, once: null }
  const { companyId } = await takeOnce(server, once, { stateHash: hashOf(given.state), userId, tokenId })
  if (!oauth) throw new DomainError('efactura.not_offered')
  const tokens = given.code === undefined ? null : await exchange(oauth, given.code)
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

/** Forgets the tokens. Throws company.unknown, efactura_authorisation.unknown. */
export function endAuthorisation(server: Server, actor: Actor, asked: number): Promise<CompanyRef> {
  return write(server, actor, async (tx) => {
    const companyId = await chosenCompany(tx, actor.scope, asked)
    if (!(await deleteAuthorisation(tx, companyId))) throw new DomainError('efactura_authorisation.unknown')
    await publishAuthorisation(tx, actor, { companyId, state: 'none' }, server.clock.now())
    return { companyId }
  })
}

/** Committed before the authority is asked: the state is used up whatever it answers. */
function takeOnce(
  server: Server,
  actor: Actor,
  session: { stateHash: Buffer; userId: number; tokenId: number },
): Promise<CompanyRef> {
  return write(server, actor, async (tx) => {
    const request = await takeRequest(tx, session, server.clock.now())
    if (!request) throw new DomainError('efactura_request.unknown')
    return { companyId: await chosenCompany(tx, actor.scope, request.companyId) }
  })
}

/** Null when the authority does not accept the code. */
async function exchange(oauth: EfacturaOauth, code: string): Promise<GrantedTokens | null> {
  try {
    return await oauth.exchange(code)
  } catch (error) {
    if (error instanceof GrantRefused) return null
    throw new DomainError('efactura.unreachable')
  }
}

async function requireCui(tx: Tx, companyId: number): Promise<string> {
  const cui = await verifiedCui(tx, companyId)
  if (cui === null) throw new DomainError('invoice.cui_unproved')
  return cui
}

function hashOf(state: string): Buffer {
  return createHash('sha256').update(state).digest()
}
