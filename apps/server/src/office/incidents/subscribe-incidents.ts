import type { Incident } from '@dispecerat/contract/office/incidents'
import type { Db } from '../../platform/db/database.ts'
import type { StoredEvent } from '../../platform/db/event-log.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import type { Realtime } from '../../platform/realtime/realtime.ts'
import { incidentViews } from './incidents.views.ts'
import { openIncident } from './report-incident.ts'

/** Reports alarms about outgoing calls as incidents, and enriches incident events for the consoles. */
export function subscribeIncidents({ db, domainEvents }: Server, realtime: Realtime): void {
  domainEvents.on('outgoing.alarm_raised', async (tx, { companyId, text, now }) => {
    const incident = { companyId, type: 'other' as const, text, orderId: null, driverId: null }
    await openIncident(tx, { ...incident, clientId: null, lat: null, long: null, address: null }, null, now)
  })
  realtime.enrich('incident_created', (events) => rowsOf(db, events))
  realtime.enrich('incident_changed', (events) => rowsOf(db, events))
}

/**
 * Sends the row as it is when the event is sent; events for a phone contain all it needs. Every console receives it, also of users who may
 * not read incidents, so client and address are read on the incident itself.
 */
async function rowsOf(
  db: Db,
  events: readonly StoredEvent<'incident_created' | 'incident_changed'>[],
): Promise<Map<number, Incident>> {
  const ofDispatchers = events.flatMap(({ seq, data }) =>
    'incident_id' in data ? [[seq, data.incident_id] as const] : [],
  )
  const views = await incidentViews(
    db,
    ofDispatchers.map(([, id]) => id),
  )
  const unnamed = { client_name: null, client_phone: null, address: null }
  const byId = new Map(views.map((view) => [view.id, { ...view, ...unnamed }]))
  return new Map(
    ofDispatchers.flatMap(([seq, id]) => {
      const incident = byId.get(id)
      return incident ? [[seq, incident]] : []
    }),
  )
}
