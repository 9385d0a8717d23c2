import type { QueryOf } from '@dispecerat/contract/kernel/endpoint'
import { exportChanges, listChanges } from '@dispecerat/contract/office/changes'
import { actionLabel, fieldOfRow, rowLabel } from '@dispecerat/domain/audit/audit-messages'
import { changeText } from '@dispecerat/domain/audit/change-text'
import { nameless, systemLabel } from '@dispecerat/domain/audit/row-acts'
import { fromWireTime } from '@dispecerat/domain/kernel/wire-time'
import type { FastifyInstance } from 'fastify'
import { mapRows, sendTable, streamRows, type TableColumn, type TableRow } from '../exports/exports.public.ts'
import { mount } from '../http/mount.ts'
import type { Server } from '../lifecycle/server.ts'
import { type ChangedField, type ChangeFilter, changedFields, changesPage } from './audit.views.ts'

const COLUMNS: readonly TableColumn[] = [
  { key: 'happened_at', label: 'Când', kind: 'time' },
  { key: 'user_name', label: 'Cine' },
  { key: 'entity', label: 'Ce' },
  { key: 'entity_id', label: 'Nr.', kind: 'number' },
  { key: 'entity_name', label: 'Nume' },
  { key: 'action', label: 'Acțiune' },
  { key: 'field', label: 'Câmp' },
  { key: 'before', label: 'Înainte' },
  { key: 'after', label: 'După' },
]

export function auditRoutes(http: FastifyInstance, server: Server): void {
  const { db } = server

  mount(http, server, listChanges, ({ actor, query }) =>
    changesPage(db, actor.scope, filterOf(query), { before: query.before, perPage: query.per_page }),
  )

  mount(http, server, exportChanges, ({ actor, query, reply }) => {
    const rows = mapRows(streamRows(db, changedFields(actor.scope, filterOf(query))), inRomanian)
    return sendTable(reply, { format: query.format, fileName: 'modificari', columns: COLUMNS, rows })
  })
}

function filterOf(query: Omit<QueryOf<typeof exportChanges>, 'format'>): ChangeFilter {
  return {
    entity: query.entity,
    entityId: query.entity_id,
    companyId: query.company_id,
    userId: query.user_id,
    from: (query.from && fromWireTime(query.from)) || undefined,
    to: (query.to && fromWireTime(query.to)) || undefined,
  }
}

/** An entry with the same labels as its screen. */
function inRomanian(line: ChangedField): TableRow {
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
