import { rolesMay } from '@dispecerat/domain/identity/permissions'
import { FieldErrors } from '@dispecerat/domain/kernel/errors'
import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import { chosenCompany } from '../../identity/companies/companies.public.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { OfficeRecord } from '../../platform/records/office-record.ts'
import {
  countPendingLines,
  holderOfNumber,
  insertLine,
  type LineFields,
  lockLine,
  lockLineAndNumber,
  lockNumber,
  removeLine,
  renameLine,
  saveVerified,
} from './phone-lines.store.ts'

/** Limits how many requested numbers a company can add to the platform's list. */
const MAX_PENDING_LINES = 20

const PHONE_LINE = {
  entity: 'phone_line',
  unknown: 'phone_line.unknown',
  lock: lockLine,
  setDeleted: removeLine,
  auditFields,
} as const

const lines = new OfficeRecord(PHONE_LINE)
const requestedLines = new OfficeRecord({ ...PHONE_LINE, lock: lockLineAndNumber })

/**
 * A company requests a number (E.164); an administrator of the platform grants it in the same step. Until then it neither rings nor is
 * shown as caller id. FieldErrors on `number` when the company has it already, or when it rings another company.
 */
export function addLine(
  server: Server,
  actor: Actor,
  input: { companyId: CompanyId | undefined; number: string; name: string },
) {
  return lines.create(server, actor, async (tx, now) => {
    const companyId = await chosenCompany(tx, actor.scope, input.companyId)
    const { number, name } = input
    await lockNumber(tx, number)
    const verifiedBy = rolesMay(actor.roles, 'telephone.grant') ? actor.userId : null
    if (verifiedBy !== null) await requireFree(tx, number)
    else if ((await countPendingLines(tx, companyId)) >= MAX_PENDING_LINES)
      throw refused('Așteptați aprobarea numerelor cerute')
    const id = await insertLine(tx, { companyId, number, name, verifiedBy, now })
    if (id === null) throw refused('Numărul este deja în listă')
    return { id, companyId, fields: { number, name, verifiedAt: verifiedBy === null ? null : now } }
  })
}

/** The platform confirms that the number is the company's. FieldErrors on `number` when it rings another one. */
export function grantLine(server: Server, actor: Actor, id: number) {
  return requestedLines.change(server, actor, id, {
    change: async (tx, line, now) => {
      if (line.verifiedAt !== null || actor.userId === null) return null
      await requireFree(tx, line.number)
      await saveVerified(tx, id, { userId: actor.userId, now })
      return { action: 'changed', before: auditFields(line), after: auditFields({ ...line, verifiedAt: now }) }
    },
  })
}

export function nameLine(server: Server, actor: Actor, id: number, name: string) {
  return lines.change(server, actor, id, {
    change: async (tx, line) => {
      await renameLine(tx, id, name)
      return { action: 'changed', before: auditFields(line), after: auditFields({ ...line, name }) }
    },
  })
}

/** Deletes the number for good. */
export function deleteLine(server: Server, actor: Actor, id: number) {
  return lines.delete(server, actor, id)
}

async function requireFree(tx: Tx, number: string): Promise<void> {
  if ((await holderOfNumber(tx, number)) !== null) throw refused('Numărul sună deja la o companie')
}

function refused(why: string): FieldErrors {
  return new FieldErrors({ number: [why] })
}

function auditFields({ number, name, verifiedAt }: LineFields) {
  return { number, name, isVerified: verifiedAt !== null }
}
