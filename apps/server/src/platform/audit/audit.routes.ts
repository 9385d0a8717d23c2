import type { QueryOf } from '@dispecerat/contract/kernel/endpoint'
import { exportChanges, listChanges } from '@dispecerat/contract/office/changes'
import { fromWireTime } from '@dispecerat/domain/kernel/wire-time'
import type { FastifyInstance } from 'fastify'
import { mapRows, sendTable, streamRows, type TableColumn } from '../exports/exports.public.ts'
import { mount } from '../http/mount.ts'
import type { Server } from '../lifecycle/server.ts'
import { type ChangeFilter, changedFields, changesPage } from './audit.views.ts'
import { inRomanian } from './changes-in-romanian.ts'

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
