import { CONSENT_PAGES, CONSENT_WORDING } from '@dispecerat/contract/site/sign-up'
import type { SignUpMode } from '@dispecerat/domain/identity/company-approval'
import { DomainError, FieldErrors } from '@dispecerat/domain/kernel/errors'
import type { CompanyId, UserId } from '@dispecerat/domain/kernel/ids'
import { addFirstRules } from '../../dispatch/search-rules/search-rules.public.ts'
import {
  hashPassword,
  passwordMatches,
  refuseWeakPassword,
  turnOfAddress,
} from '../../identity/accounts/accounts.public.ts'
import { bucharestDay, type Logo, saveLogo } from '../../identity/companies/companies.public.ts'
import { addPerson } from '../../office/people/people.public.ts'
import { SYSTEM } from '../../platform/db/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { contentOf, queueMail } from '../../platform/outbox/outbox.public.ts'
import { publishedVersions } from '../content/content.public.ts'
import { mailProof } from './prove-email.ts'
import { earlierSignUp, insertCompany, keepConsent, type NewCompany, type OpenedCompany } from './sign-up.store.ts'

const TRIAL_DAYS = 14
const DAY_MS = 86_400_000
/** Version of a newly inserted company. */
const FIRST_VERSION = 1
/** The same e-mail and password within this time count as the same form. */
const SAME_FORM_MS = 15 * 60_000

export interface SignUpInput extends Omit<NewCompany, 'trialUntil' | 'approval'> {
  userName: string
  email: string
  password: string
  logo: Logo | null
  ip: string
  mode: SignUpMode
  /** Base URL of links in mails. */
  consoleUrl: string
}

/**
 * Signs up a company in one transaction: the company on trial, its administrator who is also a dispatcher, default search rules, the
 * consent, the mail that proves the e-mail and the welcome mail. Passwords are hashed and compared outside the transaction, because that is
 * slow. The CUI is stored unverified and approved by the platform for one company, so that a false claim does not block the real owner.
 * Throws sign_up.closed, and FieldErrors on `user_email` and `user_password`.
 */
export async function signUp(server: Server, input: SignUpInput): Promise<OpenedCompany> {
  if (input.mode === 'off') throw new DomainError('sign_up.closed')
  const own = [input.email, input.userName, input.name, input.phone]
  await refuseWeakPassword(input.password, { own, field: 'user_password' })
  const earlier = await sameForm(server, input)
  if (earlier) return earlier
  const passwordHash = await hashPassword(input.password, turnOfAddress(input.ip))
  try {
    const opened = await server.db
      .transaction()
      .execute((tx) => open(tx, { ...input, passwordHash }, server.clock.now()))
    server.committed()
    return opened
  } catch (error) {
    // The form was sent twice, and the other request committed first.
    const first = error instanceof FieldErrors && error.fields.user_email ? await sameForm(server, input) : null
    if (first) return first
    throw error
  }
}

async function open(tx: Tx, input: SignUpInput & { passwordHash: string }, now: Date): Promise<OpenedCompany> {
  const { name, packageId, email, userName, passwordHash, ip, consoleUrl } = input
  const trialUntil = bucharestDay(new Date(now.getTime() + TRIAL_DAYS * DAY_MS))
  const approval = input.mode === 'approval' ? 'waiting' : 'open'
  const companyId = await insertCompany(tx, { ...input, trialUntil, approval }, now)
  if (input.logo) await saveLogo(tx, { id: companyId, version: FIRST_VERSION }, input.logo)
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
  }: { companyId: CompanyId; userName: string; email: string; passwordHash: string },
  now: Date,
): Promise<UserId> {
  const roles = ['company_admin', 'dispatcher'] as const
  try {
    const person = { name: userName, email, roles, companyIds: [companyId], passwordHash }
    return (await addPerson(tx, SYSTEM, person, now)).userId
  } catch (error) {
    if (!(error instanceof FieldErrors) || !error.fields.email) throw error
    throw new FieldErrors({ user_email: ['E-mailul este deja folosit'] })
  }
}

/** The company that the same form has already created. */
async function sameForm(
  { db, clock }: Server,
  { cui, email, password, ip }: SignUpInput,
): Promise<OpenedCompany | null> {
  const earlier = await earlierSignUp(db, cui, email)
  if (!earlier || clock.now().getTime() - earlier.createdAt.getTime() > SAME_FORM_MS || earlier.passwordHash === null)
    return null
  return (await passwordMatches(earlier.passwordHash, password, { turn: turnOfAddress(ip) })) ? earlier : null
}
