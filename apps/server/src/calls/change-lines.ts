import { DomainError, FieldErrors } from '@dispecerat/domain/errors'
import { rolesMay } from '@dispecerat/domain/permissions'
import { recordChange } from '../audit/audit.public.ts'
import { chosenCompany } from '../companies/companies.public.ts'
import type { Caller } from '../db/caller.ts'
import type { Tx } from '../db/database.ts'
import { write } from '../db/write.ts'
import type { Server } from '../server.ts'
import {
  countAsked,
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

/** Nobody fills the list of the platform with numbers. */
const MAX_ASKED = 20

/**
 * A company asks for a number (E.164); the platform's own administrator grants it in the same step. Until then it rings nobody and is
 * shown to nobody. FieldErrors on `number` when the company has it already, or when it rings another company.
 */
export function addLine(
  server: Server,
  caller: Caller,
  input: { companyId: number | undefined; number: string; name: string },
): Promise<LineId> {
  return write(server, caller, async (tx) => {
    const companyId = await chosenCompany(tx, caller.scope, input.companyId)
    const now = server.clock.now()
    const { number, name } = input
    await lockNumber(tx, number)
    const verifiedBy = rolesMay(caller.roles, 'telephone.grant') ? caller.userId : null
    if (verifiedBy !== null) await requireFree(tx, number)
    else if ((await countAsked(tx, companyId)) >= MAX_ASKED) throw refused('Așteptați aprobarea numerelor cerute')
    const lineId = await insertLine(tx, { companyId, number, name, verifiedBy, now })
    if (lineId === null) throw refused('Numărul este deja în listă')
    const told = { entity: ENTITY, entityId: lineId, companyId, action: 'created', before: null }
    await recordChange(tx, caller, { ...told, after: { number, name, isVerified: verifiedBy !== null } }, now)
    return { lineId }
  })
}

/** The platform says that the number is the company's. FieldErrors on `number` when it rings another one. */
export function grantLine(server: Server, caller: Caller, lineId: number): Promise<LineId> {
  return write(server, caller, async (tx) => {
    const seen = await findLine(tx, caller.scope, lineId)
    if (seen) await lockNumber(tx, seen.number)
    const line = await mine(tx, caller, lineId)
    if (line.verifiedAt !== null || caller.userId === null) return { lineId }
    await requireFree(tx, line.number)
    const now = server.clock.now()
    await saveVerified(tx, lineId, { userId: caller.userId, now })
    const { companyId } = line
    const told = { entity: ENTITY, entityId: lineId, companyId, action: 'changed', before: fieldsOf(line) }
    await recordChange(tx, caller, { ...told, after: { ...fieldsOf(line), isVerified: true } }, now)
    return { lineId }
  })
}

export function nameLine(server: Server, caller: Caller, lineId: number, name: string): Promise<LineId> {
  return write(server, caller, async (tx) => {
    const line = await mine(tx, caller, lineId)
    await renameLine(tx, lineId, name)
    const { companyId } = line
    const told = { entity: ENTITY, entityId: lineId, companyId, action: 'changed', before: fieldsOf(line) }
    await recordChange(tx, caller, { ...told, after: { ...fieldsOf(line), name } }, server.clock.now())
    return { lineId }
  })
}

export function deleteLine(server: Server, caller: Caller, lineId: number): Promise<LineId> {
  return write(server, caller, async (tx) => {
    const line = await mine(tx, caller, lineId)
    await removeLine(tx, lineId)
    const { companyId } = line
    const told = { entity: ENTITY, entityId: lineId, companyId, action: 'deleted', before: fieldsOf(line), after: null }
    await recordChange(tx, caller, told, server.clock.now())
    return { lineId }
  })
}

async function mine(tx: Tx, { scope }: Caller, lineId: number): Promise<LineRow> {
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
