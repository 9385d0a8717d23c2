import type { Incident } from '@dispecerat/contract/incidents'
import { incidentWords as words } from '../../text/incident-words.ts'

export function IncidentStatus({ status }: { status: Incident['status'] }) {
  return (
    <span className={status === 'open' ? 'incident-status incident-open' : 'incident-status'}>
      <span aria-hidden>{words.signs[status]}</span> {words.statuses[status]}
    </span>
  )
}
