import type { Incident } from '@dispecerat/contract/office/incidents'
import * as contract from '@dispecerat/contract/office/incidents'
import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { FastifyInstance } from 'fastify'
import type { Actor } from '../../platform/db/actor.ts'
import {
  mapRows,
  sendTable,
  streamRows,
  type TableColumn,
  type TableRow,
} from '../../platform/exports/exports.public.ts'
import { mount } from '../../platform/http/mount.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { incidentDetails, incidentExport, incidentFromRow, incidentPage, incidentViews } from './incidents.views.ts'
import { reportDriverIncident, reportIncident } from './report-incident.ts'
import { type IncidentMove, workOnIncident } from './work-on-incident.ts'

const INCIDENT_COLUMNS: readonly TableColumn[] = [
  { key: 'id', label: 'Incident', kind: 'number' },
  { key: 'type', label: 'Fel' },
  { key: 'status', label: 'Stare' },
  { key: 'created_at', label: 'Raportat', kind: 'time' },
  { key: 'indicativ', label: 'Indicativ' },
  { key: 'driver_name', label: 'Șofer' },
  { key: 'client_name', label: 'Client' },
  { key: 'client_phone', label: 'Telefonul clientului' },
  { key: 'address', label: 'Locul' },
  { key: 'order_id', label: 'Comanda', kind: 'number' },
  { key: 'text', label: 'Ce s-a întâmplat' },
  { key: 'taken_by_name', label: 'Preluat de' },
  { key: 'taken_at', label: 'Preluat la', kind: 'time' },
  { key: 'closed_by_name', label: 'Închis de' },
  { key: 'closed_at', label: 'Închis la', kind: 'time' },
]

const TYPES: Record<Incident['type'], string> = {
  sos: 'SOS',
  accident: 'Accident',
  complaint: 'Reclamație',
  lost_item: 'Obiect pierdut',
  other: 'Altceva',
}
const STATUSES: Record<Incident['status'], string> = { open: 'Deschis', in_work: 'În lucru', closed: 'Închis' }

export function incidentsRoutes(http: FastifyInstance, server: Server): void {
  const { db } = server
  const one = async (actor: Actor, id: number) => {
    const data = await incidentDetails(db, actor.scope, id)
    if (!data) throw new DomainError('incident.unknown')
    return { data }
  }
  const work = async (actor: Actor, id: number, step: IncidentMove, note: string) => {
    await workOnIncident(server, actor, id, { step, note })
    return one(actor, id)
  }

  mount(http, server, contract.listIncidents, async ({ actor, query: { page, per_page, ...filter } }) => {
    const { data, meta } = await incidentPage(db, actor.scope, filter, { page, perPage: per_page })
    return { data, meta: { ...meta, page, per_page } }
  })
  mount(http, server, contract.exportIncidents, ({ actor, body: { format, ...filter }, reply }) => {
    const found = streamRows(db, incidentExport(actor.scope, filter))
    const rows = mapRows(found, (row) => incidentRow(incidentFromRow(row)))
    return sendTable(reply, { format, fileName: 'incidente', columns: INCIDENT_COLUMNS, rows })
  })
  mount(http, server, contract.readIncident, ({ actor, params }) => one(actor, params.id))
  mount(http, server, contract.reportIncident, async ({ actor, body }) =>
    one(actor, (await reportIncident(server, actor, body)).incidentId),
  )
  mount(http, server, contract.takeIncident, ({ actor, params, body }) => work(actor, params.id, 'taken', body.note))
  mount(http, server, contract.noteIncident, ({ actor, params, body }) => work(actor, params.id, 'noted', body.note))
  mount(http, server, contract.closeIncident, ({ actor, params, body }) => work(actor, params.id, 'closed', body.note))
  mount(http, server, contract.reopenIncident, ({ actor, params, body }) =>
    work(actor, params.id, 'reopened', body.note),
  )
  mount(http, server, contract.reportDriverIncident, async ({ actor, body }) => {
    const { incidentId } = await reportDriverIncident(server, actor, body)
    const [view] = await incidentViews(db, [incidentId])
    if (!view) throw new Error('an incident was written and is not there')
    return { data: { id: view.id, status: view.status } }
  })
}

function incidentRow(incident: Incident): TableRow {
  return { ...incident, type: TYPES[incident.type], status: STATUSES[incident.status] }
}
