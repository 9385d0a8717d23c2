import { maxTextLength } from '@dispecerat/contract/office/message-texts'
import { FieldErrors } from '@dispecerat/domain/kernel/errors'
import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import { tooLongText } from '@dispecerat/domain/kernel/typed-text'
import { platformText, problemOfText, type TextKey } from '@dispecerat/domain/office/message-texts'
import { recordAudit } from '../../platform/audit/audit.public.ts'
import type { Actor, Scope } from '../../platform/db/actor.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { record } from '../../platform/db/event-log.ts'
import { write } from '../../platform/db/write.ts'
import { checkAll } from '../../platform/http/check-all.ts'
import { type ReadVersion, requireFresh } from '../../platform/http/read-version.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { lockText, saveText, type TextRow } from '../../platform/outbox/outbox.public.ts'
import { chosenCompany } from '../companies/companies.public.ts'
import { mayEditText } from './message-texts.views.ts'

interface TextChange {
  subject?: string | null | undefined
  text?: string | null | undefined
  is_on?: boolean | undefined
  is_plain?: boolean | undefined
}

/** Owner of the texts: a company, or null for the platform when the actor sees every company and names none. */
export async function whoseTexts(
  db: Db | Tx,
  scope: Scope,
  requestedId: CompanyId | undefined,
): Promise<CompanyId | null> {
  return requestedId === undefined && scope.companies === 'every' ? null : chosenCompany(db, scope, requestedId)
}

/**
 * Changes a text, or restores the default (null). FieldErrors for an unknown placeholder or a missing required one;
 * `settings.changed_meanwhile` when the text was saved after it was read.
 */
export async function changeMessageText(
  server: Server,
  actor: Actor,
  input: { companyId: CompanyId | undefined; key: TextKey; change: TextChange; version: ReadVersion },
): Promise<{ companyId: CompanyId | null }> {
  const { key, change, version } = input
  return write(server, actor, async (tx) => {
    const companyId = await whoseTexts(tx, actor.scope, input.companyId)
    await checkAll(actor, () => refuseWrong(key, companyId, { ...change }))
    const now = server.clock.now()
    const before = await lockText(tx, companyId, key, now)
    requireFresh(version, before, 'settings.changed_meanwhile')
    const after = changed(before, change)
    if (serialised(before) === serialised(after)) return { companyId }
    await saveText(tx, { ...after, version: before.version + 1 }, { userId: actor.userId, now })
    const about = { entity: `text_${key}`, entityId: companyId ?? before.id, companyId, action: 'changed' }
    const sides = { before: fieldsOf(before), after: fieldsOf({ ...after, version: before.version + 1 }) }
    await recordAudit(tx, actor, { ...about, ...sides }, now)
    if (companyId === null) return { companyId }
    await record(
      tx,
      [{ event: 'company_settings_changed', toCompanies: [companyId], data: { company_id: companyId } }],
      now,
    )
    return { companyId }
  })
}

function changed(row: TextRow, { subject, text, is_on, is_plain }: TextChange): TextRow {
  return {
    ...row,
    ...(subject === undefined ? {} : { subject }),
    ...(text === undefined ? {} : { text }),
    ...(is_on === undefined ? {} : { isOn: is_on }),
    ...(is_plain === undefined ? {} : { isPlain: is_plain }),
  }
}

function fieldsOf({ subject, text, isOn, isPlain, version }: TextRow) {
  return { subject, text, is_on: isOn, is_plain: isPlain, version }
}

function serialised(row: TextRow): string {
  return JSON.stringify(fieldsOf(row))
}

function refuseWrong(key: TextKey, companyId: CompanyId | null, change: TextChange): void {
  const { channel, subject, switch: mayBeOff } = platformText(key)
  const errors: Record<string, string[]> = {}
  const wrong = (field: keyof TextChange, message: string) => {
    errors[field] = [...(errors[field] ?? []), message]
  }
  if (!mayEditText(key, companyId)) wrong('text', 'Textul acesta este al platformei')
  if (change.subject != null && subject === null) wrong('subject', 'Mesajul acesta nu are subiect')
  if (change.is_on !== undefined && (mayBeOff === null || companyId === null)) {
    wrong('is_on', companyId === null ? 'Fiecare companie hotărăște pentru ea' : 'Mesajul acesta pleacă întotdeauna')
  }
  if (change.is_plain !== undefined && channel !== 'sms') wrong('is_plain', 'Doar pentru SMS')
  for (const part of ['subject', 'text'] as const) {
    const message = change[part] == null ? null : problemOfText(key, part, change[part])
    if (message !== null) wrong(part, message)
  }
  if (change.text != null && change.text.length > maxTextLength(key)) wrong('text', tooLongText(maxTextLength(key)))
  if (Object.keys(errors).length > 0) throw new FieldErrors(errors)
}
