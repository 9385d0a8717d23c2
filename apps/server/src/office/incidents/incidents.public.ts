/**
 * Incidents and the work on them. Owns incidents, incident_steps. Records incident_created, incident_changed; handles
 * outgoing.alarm_raised.
 */
export { subscribeIncidents } from './subscribe-incidents.ts'
