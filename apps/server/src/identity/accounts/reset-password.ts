import { setTimeout as pause } from 'node:timers/promises'
import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { CompanyId, UserId } from '@dispecerat/domain/kernel/ids'
import type { Actor } from '../../platform/db/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import {
  companyNamed,
  contentOf,
  queueMail,
  queueMails,
  TOKEN_MARK,
  wordingOf,
} from '../../platform/outbox/outbox.public.ts'
import { hashOfToken, newToken } from '../sessions/access-token.ts'
import { closeSessions } from '../sessions/revoke-session.ts'
import { accountOfMail, insertLink, insertResets, openReset, ownAccount, ownScreenMessages } from './account.store.ts'
import { savePassword } from './change-password.ts'
import { hashPassword } from './password.ts'
import { refuseWeakPassword } from './weak-passwords.ts'

const LINK_HOURS = 2
/** A new user may read their mail only on the next working day; the mail says three days. */
const FIRST_LINK_HOURS = 72
/** All replies take this long, so that their time does not reveal whether an address has an account. */
const ANSWER_MS = 120

/** Mails a link to choose a new password if the address has an account; the reply does not reveal which. */
export async function beginReset(server: Server, email: string, consoleUrl: string): Promise<void> {
  const work = server.db.transaction().execute(async (tx) => {
    const account = await accountOfMail(tx, email)
    if (account) await mailReset(tx, { ...account, email, consoleUrl, now: server.clock.now() })
  })
  await Promise.all([work, pause(ANSWER_MS)])
  server.committed()
}

export interface ResetMail {
  userId: UserId
  companyId: CompanyId | null
  email: string
  /** The base URL of the console, without a trailing slash. */
  consoleUrl: string
  /** For an account that never had a password: its mail has another text, and its link is valid for longer. */
  first?: { name: string }
  now: Date
}

/** Queues, in the given transaction, a mail with a one-time link. The token follows #, so that it appears in no server's log. */
export async function mailReset(
  tx: Tx,
  { userId, companyId, email, consoleUrl, first, now }: ResetMail,
): Promise<void> {
  const hours = first ? FIRST_LINK_HOURS : LINK_HOURS
  const expiresAt = new Date(now.getTime() + hours * 3_600_000)
  const [resetId] = await insertResets(tx, [userId], { now, expiresAt })
  const { name: companie } = await companyNamed(tx, companyId)
  const facts = { legatura: linkTo(consoleUrl), companie }
  const content = first
    ? await contentOf(tx, 'account_opened', companyId, { ...facts, nume: first.name })
    : await contentOf(tx, 'password_reset', companyId, { ...facts, ore: String(hours) })
  const overQuota = first ? 'hold' : 'uncounted'
  if (content) await queueMail(tx, { companyId, to: email, ...content, overQuota, ...(resetId && { resetId }) }, now)
}

/** Creates a token of a reset, for the mail that is being sent; null once the reset is closed or too old. */
export async function tokenOfReset(
  { db, clock }: Pick<Server, 'db' | 'clock'>,
  resetId: number,
): Promise<string | null> {
  const token = newToken()
  const isOpen = await db.transaction().execute((tx) => insertLink(tx, resetId, hashOfToken(token), clock.now()))
  return isOpen ? token : null
}

/** Accounts that were just created without a password. */
export interface FirstLinks {
  companyId: CompanyId
  consoleUrl: string
  people: readonly { userId: UserId; email: string; name: string }[]
  now: Date
}

/** Does what `mailReset` does for many new accounts, with a few statements. */
export async function mailFirstLinks(tx: Tx, { companyId, consoleUrl, people, now }: FirstLinks): Promise<void> {
  if (people.length === 0) return
  const expiresAt = new Date(now.getTime() + FIRST_LINK_HOURS * 3_600_000)
  const userIds = people.map(({ userId }) => userId)
  const resetIds = await insertResets(tx, userIds, { now, expiresAt })
  const { name: companie } = await companyNamed(tx, companyId)
  const wording = await wordingOf(tx, 'account_opened', companyId)
  if (!wording) return
  const mails = people.map(({ email, name: nume }, at) => {
    const content = wording({ companie, nume, legatura: linkTo(consoleUrl) })
    return { to: email, ...content, ...(resetIds[at] && { resetId: resetIds[at] }) }
  })
  await queueMails(tx, companyId, mails, now)
}

function linkTo(consoleUrl: string): string {
  return `${consoleUrl}/reset-password#${TOKEN_MARK}`
}

/** Saves the password chosen through a mailed link; every session closes. Throws account.reset_closed and FieldErrors on password. */
export async function confirmReset(
  server: Server,
  actor: Actor,
  { token, password }: { token: string; password: string },
): Promise<void> {
  const tokenHash = hashOfToken(token)
  const { db, clock } = server
  const userId = await db.transaction().execute((tx) => openReset(tx, tokenHash, clock.now()))
  const account = userId === null ? null : await ownAccount(db, userId)
  if (!account) throw new DomainError('account.reset_closed')
  await refuseWeakPassword(password, { own: ownScreenMessages(account) })
  const passwordHash = await hashPassword(password)
  await db.transaction().execute(async (tx) => {
    const now = clock.now()
    if ((await openReset(tx, tokenHash, now)) !== account.userId) throw new DomainError('account.reset_closed')
    await savePassword(tx, { ...actor, userId: account.userId }, account, { passwordHash, now })
    await closeSessions(tx, server.domainEvents, { userId: account.userId, now })
  })
  server.committed()
}
