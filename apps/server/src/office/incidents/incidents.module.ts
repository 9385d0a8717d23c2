import type { Module } from '../../platform/lifecycle/module.ts'
import { incidentsRoutes } from './incidents.routes.ts'
import { subscribeIncidents } from './subscribe-incidents.ts'

/**
 * Incidents and the work on them. Owns incidents, incident_steps. Records incident_created, incident_changed; handles
 * outgoing.alarm_raised.
 */
export const incidentsModule: Module = { name: 'incidents', subscribe: subscribeIncidents, routes: incidentsRoutes }
