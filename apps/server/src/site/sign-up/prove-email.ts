import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { CompanyId, UserId } from '@dispecerat/domain/kernel/ids'
import { hashOfToken, newToken } from '../../identity/accounts/accounts.public.ts'
import { recordCompanyChange } from '../../identity/companies/companies.public.ts'
import { type Actor, SYSTEM } from '../../platform/db/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { DomainEventMap } from '../../platform/db/domain-events.ts'
import { write } from '../../platform/db/write.ts'
import { TooManyRequests } from '../../platform/http/problem.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { contentOf, queueMail, releaseHeld, TOKEN_MARK } from '../../platform/outbox/outbox.public.ts'
import {
  awaitedProofs,
  findProof,
  findUnproved,
  insertProof,
  insertProofLink,
  proofRequestsSince,
  saveProved,
  takeProofsBack,
} from './sign-up.store.ts'

const LINK_HOURS = 72
const MAX_PROOFS_A_DAY = 5
const DAY_MS = 24 * 3_600_000

export interface ProofMail {
  companyId: CompanyId
  userId: UserId
  email: string
  /** Base URL of the console, without a slash at the end. */
  consoleUrl: string
  now: Date
}

/**
 * Queues the mail that proves the address, in the caller's transaction. It is a message of the platform, the only one sent before the
 * proof, and contains no input of the form: the person who signs up must not control what a stranger receives. The token is in the URL
 * fragment, so that it is in no server log.
 */
export async function mailProof(tx: Tx, { companyId, userId, email, consoleUrl, now }: ProofMail): Promise<void> {
  const expiresAt = new Date(now.getTime() + LINK_HOURS * 3_600_000)
  const proofId = await insertProof(tx, { companyId, userId, email }, { now, expiresAt })
  const legatura = `${consoleUrl}/business/enroll#${TOKEN_MARK}`
  const content = await contentOf(tx, 'company_email_proof', null, { legatura })
  if (content) await queueMail(tx, { companyId: null, to: email, ...content, proofId }, now)
}

/** Creates a token of a proof for the mail that is being sent; null when the proof expired or the account's address changed. */
export async function tokenOfProof(
  { db, clock }: Pick<Server, 'db' | 'clock'>,
  proofId: number,
): Promise<string | null> {
  const token = newToken()
  return (await insertProofLink(db, proofId, hashOfToken(token), clock.now())) ? token : null
}

/**
 * Limits the links of the account and of the companies together, for any address and session: otherwise a user could keep changing the
 * address to mail strangers without limit. Throws TooManyRequests.
 */
async function requireProofLeft(
  tx: Tx,
  requester: { userId: UserId; companyIds: readonly CompanyId[] },
  now: Date,
): Promise<void> {
  const recentRequests = await proofRequestsSince(tx, requester, new Date(now.getTime() - DAY_MS))
  const next = recentRequests.at(-MAX_PROOFS_A_DAY)
  if (next) throw new TooManyRequests(Math.max(1, Math.ceil((next.getTime() + DAY_MS - now.getTime()) / 1000)))
}

/**
 * Mails another link to the administrator's current e-mail. Throws TooManyRequests, and company.unknown, also when the e-mail is proved
 * already.
 */
export function sendProofAgain(
  server: Server,
  actor: Actor,
  { companyId, consoleUrl }: { companyId: CompanyId; consoleUrl: string },
): Promise<{ companyId: CompanyId }> {
  return write(server, actor, async (tx) => {
    const found = await findUnproved(tx, actor, companyId)
    if (!found || actor.userId === null) throw new DomainError('company.unknown')
    const now = server.clock.now()
    const { userId } = actor
    await requireProofLeft(tx, { userId, companyIds: [companyId] }, now)
    await mailProof(tx, { companyId, userId, ...found, consoleUrl, now })
    return { companyId }
  })
}

/** Opening the link proves that the mail was read. Releases held mail of the company when it is approved. Throws company.proof_closed. */
export function proveEmail(server: Server, actor: Actor, token: string): Promise<{ companyId: CompanyId }> {
  return write(server, actor, async (tx) => {
    const now = server.clock.now()
    const proof = await findProof(tx, hashOfToken(token), now)
    if (!proof) throw new DomainError('company.proof_closed')
    const { companyId, userId } = proof
    if (await saveProved(tx, companyId, userId)) {
      const change = { id: companyId, companyId, action: 'email_proved', after: { email_proved: true } }
      await recordCompanyChange(tx, { ...actor, userId }, change, now)
      await releaseHeld(tx, companyId, now)
    }
    return { companyId }
  })
}

/**
 * After the account's proved address changed, the new one needs its own proof: until then messages of its companies are held, and links
 * mailed to the old address are void. Throws TooManyRequests.
 */
export async function proveChangedEmail(
  tx: Tx,
  { userId, email, consoleUrl, now }: DomainEventMap['account.email_changed'],
): Promise<void> {
  const awaited = await awaitedProofs(tx, userId)
  const unproved = await takeProofsBack(tx, userId)
  for (const companyId of unproved) {
    const sides = { before: { email_proved: true }, after: { email_proved: false } }
    await recordCompanyChange(tx, SYSTEM, { id: companyId, companyId, action: 'changed', ...sides }, now)
  }
  const companyIds = [...awaited, ...unproved]
  if (email === null || companyIds.length === 0) return
  await requireProofLeft(tx, { userId, companyIds }, now)
  for (const companyId of companyIds) {
    await mailProof(tx, { companyId, userId, email, consoleUrl, now })
  }
}
