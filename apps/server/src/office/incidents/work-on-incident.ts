import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { Actor } from '../../platform/db/actor.ts'
import { type LogEvent, record } from '../../platform/db/event-log.ts'
import { write } from '../../platform/db/write.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { addStep, type IncidentRow, lockIncident, saveStatus } from './incidents.store.ts'

export type IncidentMove = 'taken' | 'noted' | 'closed' | 'reopened'

/** noted: keeps the status. An incident taken by one dispatcher cannot be taken by a second. */
const MOVES: Record<IncidentMove, { from: readonly IncidentRow['status'][]; to: IncidentRow['status'] | null }> = {
  taken: { from: ['open'], to: 'in_work' },
  noted: { from: ['open', 'in_work', 'closed'], to: null },
  closed: { from: ['open', 'in_work'], to: 'closed' },
  reopened: { from: ['closed'], to: 'open' },
}

/**
 * One step of a dispatcher on an incident, written into its log. Every console receives `incident_changed`, and so does the phone of its
 * driver. Throws incident.unknown, incident.wrong_status.
 */
export async function workOnIncident(
  server: Server,
  actor: Actor,
  incidentId: number,
  { step, note }: { step: IncidentMove; note: string },
): Promise<{ incidentId: number }> {
  return write(server, actor, async (tx) => {
    const incident = await lockIncident(tx, actor.scope, incidentId)
    if (!incident) throw new DomainError('incident.unknown')
    const { from, to } = MOVES[step]
    if (!from.includes(incident.status)) throw new DomainError('incident.wrong_status', { status: incident.status })
    const by = { userId: actor.userId, now: server.clock.now() }
    if (to !== null) await saveStatus(tx, incidentId, to, by)
    await addStep(tx, { incidentId, step, userId: actor.userId, note }, by.now)
    await record(tx, eventsOf(incident, to ?? incident.status), by.now)
    return { incidentId }
  })
}

function eventsOf({ id, companyId, driverId }: IncidentRow, status: IncidentRow['status']): LogEvent[] {
  const toDispatchers: LogEvent = { event: 'incident_changed', toCompanies: [companyId], data: { incident_id: id } }
  if (driverId === null) return [toDispatchers]
  return [toDispatchers, { event: 'incident_changed', toUsers: [driverId], data: { id, status } }]
}
