/**
 * What went wrong and who works on it. Owns incidents, incident_steps. Records incident_created, incident_changed.
 */
export { openIncident } from './report-incident.ts'
