import type { UserMetaInput } from '@dispecerat/contract/identity/accounts'
import { FieldErrors } from '@dispecerat/domain/kernel/errors'
import type { UserId } from '@dispecerat/domain/kernel/ids'
import { recordAudit } from '../../../platform/audit/audit.public.ts'
import type { Actor } from '../../../platform/db/actor.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { type LogEvent, record } from '../../../platform/db/event-log.ts'
import type { Seal } from '../../../platform/db/seal.ts'
import { write } from '../../../platform/db/write.ts'
import { type ReadVersion, requireFresh } from '../../../platform/http/read-version.ts'
import type { Server } from '../../../platform/lifecycle/server.ts'
import {
  extensionsOf,
  type MetaRow,
  SIP_PASSWORD,
  saveMeta,
  setAccountPassword,
  TELEPHONE_KEYS,
  versionedMeta,
} from '../../../telephony/calls/calls.public.ts'
import { companyOf, lockPerson, requireAdministered, requireWhole } from '../person-rules.ts'

const SHORTEST_PASSWORD = 12

/**
 * Replaces a person's properties. Secrets are write-only: one that is sent without a value stays unchanged. `sipPassword` is the password
 * of the person's telephone. Throws user.unknown, user.not_yours_to_edit, user.changed_meanwhile, FieldErrors.
 */
export async function changeUserMeta(
  server: Server,
  actor: Actor,
  userId: UserId,
  { inputs, version }: { inputs: readonly UserMetaInput[]; version: ReadVersion },
): Promise<{ userId: UserId }> {
  return write(server, actor, async (tx) => {
    const person = await lockPerson(tx, actor, userId)
    requireAdministered(actor, person)
    const stored = await versionedMeta(tx, userId)
    requireFresh(version, stored, 'user.changed_meanwhile')
    const { rows: before } = stored
    const password = inputs.find(({ key }) => key === SIP_PASSWORD)?.value ?? null
    await refuseWrong(tx, userId, inputs, before)
    const after = inputs.filter(({ key }) => key !== SIP_PASSWORD).map((input) => rowOf(server.seal, input, before))
    const events: LogEvent[] = []
    if (password !== null) {
      requireWhole(actor, person)
      await setAccountPassword(tx, server, userId, password)
      events.push({ event: 'telephone_renewed', toUsers: [userId], data: {} })
    }
    await saveMeta(tx, userId, after)
    const now = server.clock.now()
    const about = { entity: 'user', entityId: userId, companyId: companyOf(actor, person) }
    await recordAudit(tx, actor, { ...about, action: 'changed', ...sidesOf(before, after, inputs) }, now)
    if (password !== null)
      await recordAudit(tx, actor, { ...about, action: 'telephone_renewed', before: null, after: null }, now)
    if (person.driverCompanyId !== null) {
      const toCompanies = [person.driverCompanyId]
      events.push({ event: 'driver_status_changed', toCompanies, data: { driver_id: userId } })
    }
    await record(tx, events, now)
    return { userId }
  })
}

function rowOf(
  seal: Seal,
  { key, value, is_secret: isSecret = false }: UserMetaInput,
  before: readonly MetaRow[],
): MetaRow {
  const storedValue = isSecret && value === null ? before.find((row) => row.key === key)?.value : undefined
  const written = isSecret && value !== null ? seal.seal(value, 'user_meta.value') : value
  return { key, value: storedValue ?? written, isSecret }
}

/** Names fields by their index in the list that was sent. */
async function refuseWrong(
  tx: Tx,
  userId: UserId,
  inputs: readonly UserMetaInput[],
  before: readonly MetaRow[],
): Promise<void> {
  const errors: Record<string, string[]> = {}
  const hasTelephone = (await extensionsOf(tx, [userId])).has(userId)
  for (const [place, { key, value, is_secret: isSecret = false }] of inputs.entries()) {
    const isTwice = inputs.findIndex((other) => other.key === key) !== place
    const isKnown = before.some((row) => row.key === key && row.isSecret)
    if (isTwice) errors[`data.${place}.key`] = ['Proprietatea este scrisă de două ori']
    else if (TELEPHONE_KEYS.includes(key)) errors[`data.${place}.key`] = ['Este a telefonului și nu se scrie de aici']
    else if (key === SIP_PASSWORD) {
      if (!hasTelephone) errors[`data.${place}.key`] = ['Utilizatorul nu are telefon']
      else if (value !== null && value.length < SHORTEST_PASSWORD)
        errors[`data.${place}.value`] = [`Cel puțin ${SHORTEST_PASSWORD} caractere`]
    } else if (isSecret && value === null && !isKnown) errors[`data.${place}.value`] = ['Scrieți valoarea']
  }
  if (Object.keys(errors).length > 0) throw new FieldErrors(errors)
}

/** For the audit log: public values before and after, but only the names of changed secrets. */
function sidesOf(before: readonly MetaRow[], after: readonly MetaRow[], inputs: readonly UserMetaInput[]) {
  const open = (rows: readonly MetaRow[]) => rows.filter(({ isSecret }) => !isSecret)
  const fields = (rows: readonly MetaRow[]) =>
    Object.fromEntries(open(rows).map(({ key, value }) => [`meta.${key}`, value]))
  const written = inputs.filter(({ is_secret, value }) => is_secret === true && value !== null).map(({ key }) => key)
  return { before: { ...fields(before), hidden: [] }, after: { ...fields(after), hidden: written } }
}
