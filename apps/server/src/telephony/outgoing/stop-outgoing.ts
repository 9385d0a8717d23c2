import type { CompanyId, UserId } from '@dispecerat/domain/kernel/ids'
import {
  mustEndOfDispatcher,
  mustEndRunning,
  OUTGOING_LIMITS,
  type OutgoingLimit,
} from '@dispecerat/domain/telephony/outgoing-calls'
import { chosenCompany } from '../../identity/companies/companies.public.ts'
import { recordAudit } from '../../platform/audit/audit.public.ts'
import { type Actor, SYSTEM } from '../../platform/db/actor.ts'
import { write } from '../../platform/db/write.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { finishCall } from '../calls/finish-call.ts'
import { raiseAlarms } from './let-out.ts'
import {
  companiesThatDial,
  dispatchersThatDial,
  lockOutgoing,
  openOutgoingOf,
  type RulesChange,
  rulesOf,
  type StoredRules,
  saveRules,
  saveStop,
  useOf,
} from './outgoing.store.ts'

interface Company {
  companyId: CompanyId
}

const ENTITY = 'outgoing_rules'

/** Stops all outgoing calls of the company: new ones are refused, running ones end. */
export async function stopOutgoing(server: Server, actor: Actor, requestedId: CompanyId | undefined): Promise<Company> {
  const company = await changeStop(server, actor, requestedId, true)
  await endRunning(server, company.companyId, actor)
  return company
}

export function resumeOutgoing(server: Server, actor: Actor, requestedId: CompanyId | undefined): Promise<Company> {
  return changeStop(server, actor, requestedId, false)
}

function changeStop(
  server: Server,
  actor: Actor,
  requestedId: CompanyId | undefined,
  isStopped: boolean,
): Promise<Company> {
  return write(server, actor, async (tx) => {
    const companyId = await chosenCompany(tx, actor.scope, requestedId)
    await lockOutgoing(tx, companyId)
    const before = await rulesOf(tx, companyId)
    if (before.isStopped === isStopped) return { companyId }
    const now = server.clock.now()
    await saveStop(tx, companyId, isStopped ? { at: now, by: actor.userId } : null)
    const entry = { entity: ENTITY, entityId: companyId, companyId, action: 'changed' }
    await recordAudit(tx, actor, { ...entry, before: { isStopped: !isStopped }, after: { isStopped } }, now)
    return { companyId }
  })
}

/** The platform sets the limits of a company's outgoing calls. */
export function changeOutgoing(
  server: Server,
  actor: Actor,
  requestedId: CompanyId | undefined,
  change: RulesChange,
): Promise<Company> {
  return write(server, actor, async (tx) => {
    const companyId = await chosenCompany(tx, actor.scope, requestedId)
    await lockOutgoing(tx, companyId)
    const before = await rulesOf(tx, companyId)
    await saveRules(tx, companyId, change)
    const after = await rulesOf(tx, companyId)
    const entry = { entity: ENTITY, entityId: companyId, companyId, action: 'changed' }
    await recordAudit(tx, actor, { ...entry, before: fieldsOf(before), after: fieldsOf(after) }, server.clock.now())
    return { companyId }
  })
}

function fieldsOf({ limits, prefixes }: StoredRules): Record<OutgoingLimit | 'prefixes', unknown> {
  const pairs = OUTGOING_LIMITS.map((limit) => [limit, limits[limit]])
  return { ...Object.fromEntries(pairs), prefixes: prefixes.join(' ') } as Record<OutgoingLimit | 'prefixes', unknown>
}

/**
 * Checks all companies with running outgoing calls: raises alarms about minutes and money, which grow during the call, and ends calls
 * beyond a limit.
 */
export async function watchOutgoing(server: Server): Promise<void> {
  for (const companyId of await companiesThatDial(server.db)) {
    const whose = await write(server, SYSTEM, async (tx) => {
      await lockOutgoing(tx, companyId)
      const now = server.clock.now()
      const rules = await rulesOf(tx, companyId)
      const ending: UserId[] = []
      for (const userId of [null, ...(await dispatchersThatDial(tx, companyId))]) {
        const use = await useOf(tx, { companyId, userId }, now)
        await raiseAlarms(tx, server.domainEvents, { companyId, userId, rules, use }, now)
        if (mustEndRunning(rules, use)) return 'everybody'
        if (userId !== null && mustEndOfDispatcher(rules, use)) ending.push(userId)
      }
      return ending
    })
    await endRunning(server, companyId, SYSTEM, whose)
  }
}

async function endRunning(
  server: Server,
  companyId: CompanyId,
  by: Actor,
  whose: 'everybody' | readonly UserId[] = 'everybody',
): Promise<void> {
  for (const call of await openOutgoingOf(server.db, companyId, whose)) {
    await write(server, SYSTEM, (tx) => finishCall(tx, server, call, { reason: 'blocked', text: null, by }))
  }
}
