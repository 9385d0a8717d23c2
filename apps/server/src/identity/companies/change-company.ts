import type { CompanyChange } from '@dispecerat/contract/identity/companies'
import type { CompanyStatus } from '@dispecerat/domain/identity/company'
import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import type { Actor } from '../../platform/db/actor.ts'
import { write } from '../../platform/db/write.ts'
import { type ReadVersion, requireFresh } from '../../platform/http/read-version.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { type LimitChange, ownLimits, saveLimits } from '../../platform/limits/limits.public.ts'
import { releaseHeld } from '../../platform/outbox/outbox.public.ts'
import {
  lockCompany,
  type ProfileFields,
  profileOf,
  saveApproval,
  saveLogo,
  saveProfile,
  saveSmsPrefixes,
  saveStatus,
} from './company-profile.store.ts'
import { readLogo } from './read-logo.ts'
import { recordCompanyChange } from './record-company-change.ts'

interface CompanyRef {
  companyId: CompanyId
}

/** Changes the given fields. `version` is the one that the editor loaded; throws company.changed_meanwhile when there is a newer one. */
export function editCompany(
  server: Server,
  actor: Actor,
  companyId: CompanyId,
  { change, version }: { change: CompanyChange; version: ReadVersion },
): Promise<CompanyRef> {
  return write(server, actor, async (tx) => {
    const company = await lockCompany(tx, actor.scope, companyId)
    requireFresh(version, company, 'company.changed_meanwhile')
    const defined = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
    const after: ProfileFields = { ...profileOf(company), ...defined }
    await saveProfile(tx, company, after)
    await recordCompanyChange(
      tx,
      actor,
      { id: companyId, companyId, action: 'changed', before: profileOf(company), after },
      server.clock.now(),
    )
    return { companyId }
  })
}

/**
 * Sets the status to trial, active or suspended. Running orders go on; new orders and messages check it from now on. Held mail is sent when
 * the company becomes active again.
 */
export function changeCompanyStatus(
  server: Server,
  actor: Actor,
  companyId: CompanyId,
  input: { status: CompanyStatus; trialUntil: string | null | undefined },
): Promise<CompanyRef> {
  return write(server, actor, async (tx) => {
    const company = await lockCompany(tx, actor.scope, companyId)
    const trialUntil = input.trialUntil === undefined ? company.trialUntil : input.trialUntil
    await saveStatus(tx, company, { status: input.status, trialUntil })
    if (company.status === 'suspended' && input.status !== 'suspended')
      await releaseHeld(tx, companyId, server.clock.now())
    const before = { status: company.status, trial_until: company.trialUntil }
    const after = { status: input.status, trial_until: trialUntil }
    await recordCompanyChange(
      tx,
      actor,
      { id: companyId, companyId, action: 'changed', before, after },
      server.clock.now(),
    )
    return { companyId }
  })
}

/**
 * The platform approves or refuses a company that signed up; a refused one may be approved later. Held mail is sent. Throws
 * company.not_waiting.
 */
export function decideApproval(
  server: Server,
  actor: Actor,
  companyId: CompanyId,
  { approval, reason }: { approval: 'approved' | 'refused'; reason: string | null },
): Promise<CompanyRef> {
  return write(server, actor, async (tx) => {
    const company = await lockCompany(tx, actor.scope, companyId)
    const isOpen = company.approval !== 'approved' && company.approval !== approval
    if (!isOpen) throw new DomainError('company.not_waiting')
    await saveApproval(tx, company, { approval, reason })
    const now = server.clock.now()
    if (approval === 'approved') await releaseHeld(tx, companyId, now)
    const [before, after] = [{ approval: company.approval }, { approval, approval_reason: reason }]
    await recordCompanyChange(tx, actor, { id: companyId, companyId, action: 'changed', before, after }, now)
    return { companyId }
  })
}

/** Changes the daily limits and the countries of SMS that the platform grants one company. */
export function changeLimits(
  server: Server,
  actor: Actor,
  companyId: CompanyId,
  { limits = {}, smsPrefixes }: { limits?: LimitChange | undefined; smsPrefixes?: string[] | undefined },
): Promise<CompanyRef> {
  return write(server, actor, async (tx) => {
    const company = await lockCompany(tx, actor.scope, companyId)
    const own = await ownLimits(tx, companyId)
    const named = (limitOf: (kind: string) => number | null) =>
      Object.fromEntries(Object.keys(limits).map((kind) => [`limit_${kind}`, limitOf(kind)]))
    const prefixes = smsPrefixes ?? company.smsPrefixes
    const before = { ...named((kind) => own.get(kind) ?? null), sms_prefixes: company.smsPrefixes.join(' ') }
    const limitByKind = new Map(Object.entries(limits))
    const after = { ...named((kind) => limitByKind.get(kind) ?? null), sms_prefixes: prefixes.join(' ') }
    await saveLimits(tx, companyId, limits)
    await saveSmsPrefixes(tx, companyId, prefixes)
    await recordCompanyChange(
      tx,
      actor,
      { id: companyId, companyId, action: 'changed', before, after },
      server.clock.now(),
    )
    return { companyId }
  })
}

/** Replaces the logo. FieldErrors on `logo` when it has none of the three types, or is too large. */
export function changeLogo(server: Server, actor: Actor, companyId: CompanyId, base64: string): Promise<CompanyRef> {
  const logo = readLogo(base64)
  return write(server, actor, async (tx) => {
    const company = await lockCompany(tx, actor.scope, companyId)
    await saveLogo(tx, company, logo)
    const after = { logo: logo.contentType, logo_bytes: logo.bytes.length }
    await recordCompanyChange(tx, actor, { id: companyId, companyId, action: 'changed', after }, server.clock.now())
    return { companyId }
  })
}

/** Throws company.no_logo when there was none. */
export function removeLogo(server: Server, actor: Actor, companyId: CompanyId): Promise<CompanyRef> {
  return write(server, actor, async (tx) => {
    const company = await lockCompany(tx, actor.scope, companyId)
    if (company.logoVersion === null) throw new DomainError('company.no_logo')
    await saveLogo(tx, company, null)
    await recordCompanyChange(
      tx,
      actor,
      { id: companyId, companyId, action: 'changed', before: { logo: true }, after: { logo: null } },
      server.clock.now(),
    )
    return { companyId }
  })
}
