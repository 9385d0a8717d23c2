import type { BodyOf } from '@dispecerat/contract/kernel/endpoint'
import type {
  reportIncident as fromDispatcher,
  reportDriverIncident as fromPhone,
} from '@dispecerat/contract/office/incidents'
import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { CompanyId, UserId } from '@dispecerat/domain/kernel/ids'
import { chosenCompany } from '../../identity/companies/companies.public.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { type LogEvent, record } from '../../platform/db/event-log.ts'
import { write } from '../../platform/db/write.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import {
  addStep,
  driverNow,
  insertIncident,
  moveIncident,
  type NewIncident,
  namesOwn,
  recentSos,
} from './incidents.store.ts'

interface IncidentId {
  incidentId: number
}

/** Pressing the button again within this time counts as the same alarm. */
const SAME_SOS_SECONDS = 60
/** Fields that only dispatchers fill. */
const REPORTED_BY_DISPATCHER = { clientId: null, address: null }

/** A dispatcher reports an incident. Every console of the company receives `incident_created`. Throws company, order or user.unknown. */
export async function reportIncident(
  server: Server,
  actor: Actor,
  input: BodyOf<typeof fromDispatcher>,
): Promise<IncidentId> {
  return write(server, actor, async (tx) => {
    const companyId = await chosenCompany(tx, actor.scope, input.company_id)
    const incident: NewIncident = {
      companyId,
      type: input.type,
      text: input.text,
      orderId: input.order_id ?? null,
      driverId: input.driver_id ?? null,
      clientId: input.client_id ?? null,
      lat: input.lat ?? null,
      long: input.long ?? null,
      address: input.address || null,
    }
    const own = await namesOwn(tx, companyId, incident)
    if (!own.order) throw new DomainError('order.unknown')
    if (!own.people) throw new DomainError('user.unknown')
    return openIncident(tx, incident, actor.userId, server.clock.now())
  })
}

/**
 * A driver's own alarm, at the reported or last known position, with the current trip. An SOS repeated within a minute moves the first one
 * and does not ring again. Throws company.unknown.
 */
export async function reportDriverIncident(
  server: Server,
  actor: Actor,
  input: BodyOf<typeof fromPhone>,
): Promise<IncidentId> {
  const { userId: driverId } = actor
  if (driverId === null) throw new DomainError('account.forbidden')
  return write(server, actor, async (tx) => {
    const driver = await driverNow(tx, driverId, input.order_id ?? null)
    if (!driver) throw new DomainError('company.unknown')
    const since = new Date(server.clock.now().getTime() - SAME_SOS_SECONDS * 1000)
    const first = input.type === 'sos' ? await recentSos(tx, driverId, since) : null
    const now = server.clock.now()
    const position = input.lat == null || input.long == null ? null : { lat: input.lat, long: input.long }
    if (first) {
      if (position) await moveIncident(tx, first.id, position)
      if (input.text)
        await addStep(tx, { incidentId: first.id, step: 'noted', userId: driverId, note: input.text }, now)
      await record(tx, [changed(first.companyId, first.id)], now)
      return { incidentId: first.id }
    }
    const { companyId, orderId, lat, long } = driver
    const where = position ?? { lat, long }
    const { type, text } = input
    return openIncident(
      tx,
      { companyId, type, text, orderId, driverId, ...REPORTED_BY_DISPATCHER, ...where },
      driverId,
      now,
    )
  })
}

/** Every console of the company receives `incident_created`. `userId` null: the server reports it. */
export async function openIncident(
  tx: Tx,
  incident: NewIncident,
  userId: UserId | null,
  now: Date,
): Promise<IncidentId> {
  const incidentId = await insertIncident(tx, incident, { userId, now })
  const data = { incident_id: incidentId }
  await record(tx, [{ event: 'incident_created', toCompanies: [incident.companyId], data }], now)
  return { incidentId }
}

function changed(companyId: CompanyId, incidentId: number): LogEvent {
  return { event: 'incident_changed', toCompanies: [companyId], data: { incident_id: incidentId } }
}
