import { valueWord } from '@dispecerat/domain/words/field-words'
import { actWord, fieldOfRow, rowWord } from '@dispecerat/domain/words/journal-words'
import { systemWord } from '@dispecerat/domain/words/row-acts'
import { type TableRow, wallText } from '../exports/exports.public.ts'
import type { ChangedField } from './audit.views.ts'

/** How the log keeps a time. */
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/

/** A line of the journal as its screen says it: the same words for what was changed, by whom and how. */
export function inWords(line: ChangedField): TableRow {
  const { happened_at, entity, entity_id, field } = line
  return {
    happened_at,
    user_name: whoDid(line),
    entity: rowWord(entity),
    entity_id,
    // On the screen the row it was done to follows.
    action: actWord(line.action).replace(/:$/, ''),
    field: field === null ? null : fieldOfRow(entity, field),
    before: said(field, line.before),
    after: said(field, line.after),
  }
}

function whoDid({ user_id, user_name }: ChangedField): string {
  return user_id === null ? systemWord : (user_name ?? `#${user_id}`)
}

function said(field: string | null, value: unknown): unknown {
  const word = field === null ? value : valueWord(field, value)
  if (typeof word === 'string' && INSTANT.test(word)) return wallText(new Date(word))
  if (Array.isArray(word)) return word.map((one) => (isShape(one) ? JSON.stringify(one) : one))
  return isShape(word) ? JSON.stringify(word) : word
}

function isShape(value: unknown): boolean {
  return typeof value === 'object' && value !== null
}
