import type { Incident } from '@dispecerat/contract/office/incidents'
import { incidentMessages as messages } from './incident-messages.ts'

export function IncidentStatus({ status }: { status: Incident['status'] }) {
  return (
    <span className={status === 'open' ? 'incident-status incident-open' : 'incident-status'}>
      <span aria-hidden>{messages.signs[status]}</span> {messages.statuses[status]}
    </span>
  )
}
