import { rolesMay } from '@dispecerat/domain/identity/permissions'
import { DomainError, FieldErrors } from '@dispecerat/domain/kernel/errors'
import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import { chosenCompany } from '../../identity/companies/companies.public.ts'
import { recordAudit } from '../../platform/audit/audit.public.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { write } from '../../platform/db/write.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import {
  countPendingLines,
  findLine,
  holderOfNumber,
  insertLine,
  type LineRow,
  lockNumber,
  removeLine,
  renameLine,
  saveVerified,
} from './phone-lines.store.ts'

interface LineId {
  lineId: number
}

const ENTITY = 'phone_line'

/** Limits how many requested numbers a company can add to the platform's list. */
const MAX_PENDING_LINES = 20

/**
 * A company requests a number (E.164); an administrator of the platform grants it in the same step. Until then it neither rings nor is
 * shown as caller id. FieldErrors on `number` when the company has it already, or when it rings another company.
 */
export function addLine(
  server: Server,
  actor: Actor,
  input: { companyId: CompanyId | undefined; number: string; name: string },
): Promise<LineId> {
  return write(server, actor, async (tx) => {
    const companyId = await chosenCompany(tx, actor.scope, input.companyId)
    const now = server.clock.now()
    const { number, name } = input
    await lockNumber(tx, number)
    const verifiedBy = rolesMay(actor.roles, 'telephone.grant') ? actor.userId : null
    if (verifiedBy !== null) await requireFree(tx, number)
    else if ((await countPendingLines(tx, companyId)) >= MAX_PENDING_LINES)
      throw refused('Așteptați aprobarea numerelor cerute')
    const lineId = await insertLine(tx, { companyId, number, name, verifiedBy, now })
    if (lineId === null) throw refused('Numărul este deja în listă')
    const entry = { entity: ENTITY, entityId: lineId, companyId, action: 'created', before: null }
    await recordAudit(tx, actor, { ...entry, after: { number, name, isVerified: verifiedBy !== null } }, now)
    return { lineId }
  })
}

/** The platform confirms that the number is the company's. FieldErrors on `number` when it rings another one. */
export function grantLine(server: Server, actor: Actor, lineId: number): Promise<LineId> {
  return write(server, actor, async (tx) => {
    const seen = await findLine(tx, actor.scope, lineId)
    if (seen) await lockNumber(tx, seen.number)
    const line = await mine(tx, actor, lineId)
    if (line.verifiedAt !== null || actor.userId === null) return { lineId }
    await requireFree(tx, line.number)
    const now = server.clock.now()
    await saveVerified(tx, lineId, { userId: actor.userId, now })
    const { companyId } = line
    const entry = { entity: ENTITY, entityId: lineId, companyId, action: 'changed', before: fieldsOf(line) }
    await recordAudit(tx, actor, { ...entry, after: { ...fieldsOf(line), isVerified: true } }, now)
    return { lineId }
  })
}

export function nameLine(server: Server, actor: Actor, lineId: number, name: string): Promise<LineId> {
  return write(server, actor, async (tx) => {
    const line = await mine(tx, actor, lineId)
    await renameLine(tx, lineId, name)
    const { companyId } = line
    const entry = { entity: ENTITY, entityId: lineId, companyId, action: 'changed', before: fieldsOf(line) }
    await recordAudit(tx, actor, { ...entry, after: { ...fieldsOf(line), name } }, server.clock.now())
    return { lineId }
  })
}

export function deleteLine(server: Server, actor: Actor, lineId: number): Promise<LineId> {
  return write(server, actor, async (tx) => {
    const line = await mine(tx, actor, lineId)
    await removeLine(tx, lineId)
    const { companyId } = line
    const entry = {
      entity: ENTITY,
      entityId: lineId,
      companyId,
      action: 'deleted',
      before: fieldsOf(line),
      after: null,
    }
    await recordAudit(tx, actor, entry, server.clock.now())
    return { lineId }
  })
}

async function mine(tx: Tx, { scope }: Actor, lineId: number): Promise<LineRow> {
  const line = await findLine(tx, scope, lineId, true)
  if (!line) throw new DomainError('phone_line.unknown')
  return line
}

async function requireFree(tx: Tx, number: string): Promise<void> {
  if ((await holderOfNumber(tx, number)) !== null) throw refused('Numărul sună deja la o companie')
}

function refused(why: string): FieldErrors {
  return new FieldErrors({ number: [why] })
}

function fieldsOf({ number, name, verifiedAt }: LineRow) {
  return { number, name, isVerified: verifiedAt !== null }
}
