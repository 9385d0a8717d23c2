import { actionLabel, fieldOfRow, rowLabel } from '@dispecerat/domain/audit/audit-messages'
import { changeText } from '@dispecerat/domain/audit/change-text'
import { nameless, systemLabel } from '@dispecerat/domain/audit/row-acts'
import type { TableRow } from '../exports/exports.public.ts'
import type { ChangedField } from './audit.views.ts'

/** An entry with the same labels as its screen. */
export function inRomanian(line: ChangedField): TableRow {
  const { happened_at, entity, entity_id, entity_name, field } = line
  const label = field === null ? null : fieldOfRow(entity, field)
  const text = (value: unknown) =>
    field === null || label === null ? null : changeText({ entity, field, label }, value)
  return {
    happened_at,
    user_name: whoDid(line),
    entity: rowLabel(entity),
    entity_id,
    entity_name,
    // On the screen the affected row follows the colon.
    action: actionLabel(line.action).replace(/:$/, ''),
    field: label,
    before: text(line.before),
    after: text(line.after),
  }
}

function whoDid({ user_id, user_name }: ChangedField): string {
  return user_id === null ? systemLabel : (user_name ?? nameless)
}
