import type { Filing } from '@dispecerat/contract/billing/filings'
import type { Announcement } from '@dispecerat/contract/office/announcements'
import type { Incident } from '@dispecerat/contract/office/incidents'
import type { OutboundMessage } from '@dispecerat/contract/office/outbox'
import { readTableParams, type TableParams } from './table-params.ts'

const STATUSES = ['open', 'in_work', 'closed', 'not_closed'] as const satisfies (Incident['status'] | 'not_closed')[]
const TYPES = ['sos', 'accident', 'complaint', 'lost_item', 'other'] as const satisfies Incident['type'][]
const TIMES = ['active', 'planned', 'over'] as const
const AUDIENCES = ['drivers', 'dispatchers', 'all'] as const satisfies Announcement['audience'][]
const KINDS = ['mail', 'sms', 'push'] as const satisfies OutboundMessage['kind'][]
const STATES = ['queued', 'sent', 'failed', 'held'] as const satisfies OutboundMessage['state'][]
const FILING_KINDS = ['efactura', 'townhall'] as const satisfies Filing['kind'][]
const FILING_STATES = ['pending', 'uploaded', 'accepted', 'rejected', 'failed'] as const satisfies Filing['state'][]

export interface IncidentParams extends TableParams {
  status?: Incident['status'] | 'not_closed'
  type?: Incident['type']
}
export interface AnnouncementParams extends TableParams {
  time?: (typeof TIMES)[number]
  audience?: Announcement['audience']
}
export interface OutboundMessageParams extends TableParams {
  kind?: OutboundMessage['kind']
  state?: OutboundMessage['state']
}
export interface FilingParams extends TableParams {
  kind?: Filing['kind']
  state?: Filing['state']
}

type Search = Record<string, unknown>

export function readIncidentParams(search: Search): IncidentParams {
  return {
    ...readTableParams(search),
    ...word('status', search.status, STATUSES),
    ...word('type', search.type, TYPES),
  }
}

export function readAnnouncementParams(search: Search): AnnouncementParams {
  return {
    ...readTableParams(search),
    ...word('time', search.time, TIMES),
    ...word('audience', search.audience, AUDIENCES),
  }
}

export function readOutboundMessageParams(search: Search): OutboundMessageParams {
  return {
    ...readTableParams(search),
    ...word('kind', search.kind, KINDS),
    ...word('state', search.state, STATES),
  }
}

export function readFilingParams(search: Search): FilingParams {
  return {
    ...readTableParams(search),
    ...word('kind', search.kind, FILING_KINDS),
    ...word('state', search.state, FILING_STATES),
  }
}

function word<Key extends string, W extends string>(key: Key, params: unknown, values: readonly W[]) {
  const found = values.find((one) => one === params)
  return (found === undefined ? {} : { [key]: found }) as { [K in Key]?: W }
}
