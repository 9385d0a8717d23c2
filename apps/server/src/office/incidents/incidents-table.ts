import type { Incident } from '@dispecerat/contract/office/incidents'
import type { TableColumn, TableRow } from '../../platform/exports/exports.public.ts'

export const INCIDENT_COLUMNS: readonly TableColumn[] = [
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

export function incidentRow(incident: Incident): TableRow {
  return { ...incident, type: TYPES[incident.type], status: STATUSES[incident.status] }
}
