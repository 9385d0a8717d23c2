import { DomainError } from '@dispecerat/domain/errors'
import { recordChange } from '../audit/audit.public.ts'
import { chosenCompany } from '../companies/companies.public.ts'
import type { Caller } from '../db/caller.ts'
import type { Tx } from '../db/database.ts'
import { write } from '../db/write.ts'
import type { Server } from '../server.ts'
import { findLine, insertLine, type LineRow, removeLine, renameLine } from './phone-lines.store.ts'

interface LineId {
  lineId: number
}

const ENTITY = 'phone_line'

/** Rings the company when the number (E.164) is dialled. FieldErrors on `number` when it rings somebody already. */
export function addLine(
  server: Server,
  caller: Caller,
  input: { companyId: number | undefined; number: string; name: string },
): Promise<LineId> {
  return write(server, caller, async (tx) => {
    const companyId = await chosenCompany(tx, caller.scope, input.companyId)
    const now = server.clock.now()
    const { number, name } = input
    const lineId = await insertLine(tx, { companyId, number, name, now })
    const told = { entity: ENTITY, entityId: lineId, companyId, action: 'created', before: null }
    await recordChange(tx, caller, { ...told, after: { number, name } }, now)
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

function fieldsOf({ number, name }: LineRow) {
  return { number, name }
}
