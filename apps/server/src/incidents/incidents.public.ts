/** Incidents and the work on them. Owns incidents, incident_steps. Records incident_created, incident_changed. */
export { openIncident } from './report-incident.ts'
