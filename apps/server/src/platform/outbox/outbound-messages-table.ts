import type { OutboundMessage } from '@dispecerat/contract/office/outbox'
import type { TableColumn, TableRow } from '../exports/exports.public.ts'

export const OUTBOUND_MESSAGE_COLUMNS: readonly TableColumn[] = [
  { key: 'id', label: 'Nr', kind: 'number' },
  { key: 'created_at', label: 'Scris', kind: 'time' },
  { key: 'kind', label: 'Fel' },
  { key: 'recipient', label: 'Către' },
  { key: 'subject', label: 'Subiect' },
  { key: 'text', label: 'Text' },
  { key: 'state', label: 'Stare' },
  { key: 'reason', label: 'Motiv' },
  { key: 'tries', label: 'Încercări', kind: 'number' },
  { key: 'sent_at', label: 'Trimis', kind: 'time' },
  { key: 'company_name', label: 'Companie' },
]

const KINDS: Record<OutboundMessage['kind'], string> = { mail: 'E-mail', sms: 'SMS', push: 'Notificare' }
const STATES: Record<OutboundMessage['state'], string> = {
  queued: 'În așteptare',
  sent: 'Trimis',
  failed: 'Eșuat',
  held: 'Reținut',
}
const REASONS: Record<NonNullable<OutboundMessage['reason']>, string> = {
  no_provider: 'nu există furnizor',
  no_device: 'destinatarul nu are aplicația',
  refused: 'refuzat de furnizor',
  unreachable: 'furnizorul nu răspunde',
  not_approved: 'firma nu este aprobată',
  email_not_proved: 'e-mailul firmei nu este confirmat',
  suspended: 'firma este suspendată',
  quota: 'limita zilnică a firmei',
  foreign_number: 'țară fără SMS',
  stopped: 'mesajul a fost oprit',
  expired: 'legătura a expirat',
}

export function outboundMessageRow({ kind, state, reason, ...outboundMessage }: OutboundMessage): TableRow {
  return { ...outboundMessage, kind: KINDS[kind], state: STATES[state], reason: reason && REASONS[reason] }
}
