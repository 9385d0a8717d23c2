import { DomainError, FieldErrors } from '@dispecerat/domain/kernel/errors'
import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import { recordAudit } from '../../platform/audit/audit.public.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { record } from '../../platform/db/event-log.ts'
import { write } from '../../platform/db/write.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { contentOf, queueMail } from '../../platform/outbox/outbox.public.ts'
import { lockCompany } from '../companies/company-profile.store.ts'
import {
  addressesOfAdministrators,
  companyOfCui,
  deletePartnership,
  insertQuestion,
  lockPartners,
  partnership,
  saveAgreement,
} from './partners.store.ts'

interface Pair {
  companyId: CompanyId
  partnerId: CompanyId
}

/**
 * Requests a partnership, or accepts one that the other company requested first. FieldErrors on `cui` for an unknown company, one's own, or
 * a repeated request.
 */
export function createPartnerRequest(
  server: Server,
  actor: Actor,
  companyId: CompanyId,
  { cui, consoleUrl }: { cui: string; consoleUrl: string },
): Promise<Pair> {
  return write(server, actor, async (tx) => {
    await lockPartners(tx)
    const mine = await lockCompany(tx, actor.scope, companyId)
    const other = await companyOfCui(tx, cui)
    if (!other) throw new FieldErrors({ cui: ['Nicio companie cu acest CUI nu are cont aici'] })
    if (other.id === mine.id) throw new FieldErrors({ cui: ['Este chiar compania dumneavoastră'] })
    const pair = { companyId, partnerId: other.id }
    const now = server.clock.now()
    const state = await partnership(tx, companyId, other.id)
    if (state === 'accepted') throw new FieldErrors({ cui: ['Compania este deja partener'] })
    if (state === 'asked_by_us') throw new FieldErrors({ cui: ['Cererea este deja trimisă'] })
    if (state === 'asked_by_them') await saveAgreement(tx, other.id, companyId, now)
    else await insertQuestion(tx, companyId, other.id, now)
    if (state === 'asked_by_them') await recordForBoth(tx, actor, pair, 'partner_accepted', now)
    else {
      await recordForBoth(tx, actor, pair, 'partner_asked', now)
      await mailRequestedCompany(tx, { asker: mine, requested: other, consoleUrl }, now)
    }
    return pair
  })
}

/** Throws partner.unknown unless that company requested it. */
export function acceptPartner(server: Server, actor: Actor, pair: Pair): Promise<Pair> {
  return write(server, actor, async (tx) => {
    await lockPartners(tx)
    const { companyId, partnerId } = pair
    await lockCompany(tx, actor.scope, companyId)
    const state = await partnership(tx, companyId, partnerId)
    if (state !== 'asked_by_them') throw new DomainError('partner.unknown')
    const now = server.clock.now()
    await saveAgreement(tx, partnerId, companyId, now)
    await recordForBoth(tx, actor, pair, 'partner_accepted', now)
    return pair
  })
}

/** Ends or refuses a partnership, or withdraws a request; orders that were already sent go on. Throws partner.unknown. */
export function endPartner(server: Server, actor: Actor, pair: Pair): Promise<Pair> {
  return write(server, actor, async (tx) => {
    await lockPartners(tx)
    const { companyId, partnerId } = pair
    await lockCompany(tx, actor.scope, companyId)
    const state = await partnership(tx, companyId, partnerId)
    if (state === null) throw new DomainError('partner.unknown')
    await deletePartnership(tx, companyId, partnerId)
    const now = server.clock.now()
    await recordForBoth(tx, actor, pair, state === 'accepted' ? 'partner_ended' : 'partner_refused', now)
    return pair
  })
}

/** Mails the administrators of the requested company, with their company's texts, because they may not open the console. */
async function mailRequestedCompany(
  tx: Tx,
  {
    asker,
    requested,
    consoleUrl,
  }: { asker: { name: string }; requested: { id: CompanyId; name: string }; consoleUrl: string },
  now: Date,
): Promise<void> {
  const facts = { solicitant: asker.name, companie: requested.name, legatura: `${consoleUrl}/settings/partners` }
  const content = await contentOf(tx, 'partner_asked', requested.id, facts)
  if (!content) return
  for (const to of await addressesOfAdministrators(tx, requested.id)) {
    await queueMail(tx, { companyId: requested.id, to, ...content }, now)
  }
}

/** Records the change in both companies' audit logs and notifies their consoles. */
async function recordForBoth(
  tx: Tx,
  actor: Actor,
  { companyId, partnerId }: Pair,
  action: string,
  now: Date,
): Promise<void> {
  for (const [mine, other] of [
    [companyId, partnerId],
    [partnerId, companyId],
  ] as const) {
    const about = { entity: 'company', entityId: mine, companyId: mine, action }
    await recordAudit(tx, actor, { ...about, before: null, after: { partner: other } }, now)
  }
  const data = action === 'partner_asked' ? { asked_company_id: partnerId } : {}
  await record(tx, [{ event: 'partners_changed', toCompanies: [companyId, partnerId], data }], now)
}
