import { CONSENT_PAGES, CONSENT_WORDING } from '@dispecerat/contract/sign-up'
import type { SignUpMode } from '@dispecerat/domain/company-approval'
import { DomainError, FieldErrors } from '@dispecerat/domain/errors'
import { hashPassword, passwordMatches, refuseWeakPassword, turnOfAddress } from '../accounts/accounts.public.ts'
import { bucharestDay, type Logo, saveLogo } from '../companies/companies.public.ts'
import { publishedVersions } from '../content/content.public.ts'
import { SYSTEM } from '../db/actor.ts'
import type { Tx } from '../db/database.ts'
import { contentOf, queueMail } from '../outbox/outbox.public.ts'
import { addFirstRules } from '../search-rules/search-rules.public.ts'
import type { Server } from '../server.ts'
import { addPerson } from '../users/users.public.ts'
import { mailProof } from './prove-email.ts'
import { earlierSignUp, insertCompany, keepConsent, type NewCompany, type OpenedCompany } from './sign-up.store.ts'

const TRIAL_DAYS = 14
const DAY_MS = 86_400_000
/** Of a company's row as it is made. */
const FIRST_VERSION = 1
/** A form sent again so soon after, with the same e-mail and password, is the same form. */
const SAME_FORM_MS = 15 * 60_000

export interface SignUpInput extends Omit<NewCompany, 'trialUntil' | 'approval'> {
  userName: string
  email: string
  password: string
  logo: Logo | null
  ip: string
  mode: SignUpMode
  /** Where mailed links lead. */
  consoleUrl: string
}

/**
 * Opens a company's account in one transaction: the company on trial, its administrator who may dispatch too, what searches
 * drivers all day long, the record of the consent, the link that proves the e-mail and the welcome letter. Passwords are hashed and
 * compared outside the transaction. The CUI is only noted: the platform approves it for one company, so that who types another firm's
 * first does not keep the firm out. Throws sign_up.closed, and FieldErrors on `user_email` and `user_password`.
 */
export async function signUp(server: Server, asked: SignUpInput): Promise<OpenedCompany> {
  if (asked.mode === 'off') throw new DomainError('sign_up.closed')
  const own = [asked.email, asked.userName, asked.name, asked.phone]
  await refuseWeakPassword(asked.password, { own, field: 'user_password' })
  const standing = await sameForm(server, asked)
  if (standing) return standing
  const passwordHash = await hashPassword(asked.password, turnOfAddress(asked.ip))
  try {
    const opened = await server.db
      .transaction()
      .execute((tx) => open(tx, { ...asked, passwordHash }, server.clock.now()))
    server.committed()
    return opened
  } catch (error) {
    // A double press: the other one of the two was committed first.
    const first = error instanceof FieldErrors && error.fields.user_email ? await sameForm(server, asked) : null
    if (first) return first
    throw error
  }
}

async function open(tx: Tx, asked: SignUpInput & { passwordHash: string }, now: Date): Promise<OpenedCompany> {
  const { name, packageId, email, userName, passwordHash, ip, consoleUrl } = asked
  const trialUntil = bucharestDay(new Date(now.getTime() + TRIAL_DAYS * DAY_MS))
  const approval = asked.mode === 'approval' ? 'waiting' : 'open'
  const companyId = await insertCompany(tx, { ...asked, trialUntil, approval }, now)
  if (asked.logo) await saveLogo(tx, { id: companyId, version: FIRST_VERSION }, asked.logo)
  const userId = await addAdministrator(tx, { companyId, userName, email, passwordHash }, now)
  await addFirstRules(tx, { companyId, packageId, userId, now })
  const texts = await publishedVersions(tx, CONSENT_PAGES)
  await keepConsent(tx, { userId, companyId, texts, wording: CONSENT_WORDING, ip }, now)
  await mailProof(tx, { companyId, userId, email, consoleUrl, now })
  const zi = trialUntil.split('-').reverse().join('.')
  const content = await contentOf(tx, 'welcome', companyId, { nume: userName, companie: name, zi })
  if (content) await queueMail(tx, { companyId, to: email, ...content }, now)
  return { companyId, name, packageId, trialUntil, approval }
}

async function addAdministrator(
  tx: Tx,
  {
    companyId,
    userName,
    email,
    passwordHash,
  }: { companyId: number; userName: string; email: string; passwordHash: string },
  now: Date,
): Promise<number> {
  const roles = ['company_admin', 'dispatcher'] as const
  try {
    const person = { name: userName, email, roles, companyIds: [companyId], passwordHash }
    return (await addPerson(tx, SYSTEM, person, now)).userId
  } catch (error) {
    if (!(error instanceof FieldErrors) || !error.fields.email) throw error
    throw new FieldErrors({ user_email: ['E-mailul este deja folosit'] })
  }
}

/** The company this very form has made already. */
async function sameForm(
  { db, clock }: Server,
  { cui, email, password, ip }: SignUpInput,
): Promise<OpenedCompany | null> {
  const earlier = await earlierSignUp(db, cui, email)
  if (!earlier || clock.now().getTime() - earlier.createdAt.getTime() > SAME_FORM_MS || earlier.passwordHash === null)
    return null
  return (await passwordMatches(earlier.passwordHash, password, { turn: turnOfAddress(ip) })) ? earlier : null
}
