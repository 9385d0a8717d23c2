import type { Announcement } from '@dispecerat/contract/announcements'
import type { Filing } from '@dispecerat/contract/filings'
import type { Incident } from '@dispecerat/contract/incidents'
import type { OutboundMessage } from '@dispecerat/contract/outbox'
import { readTableSearch, type TableSearch } from './data-table/table-search.ts'

const STATUSES = ['open', 'in_work', 'closed', 'not_closed'] as const satisfies (Incident['status'] | 'not_closed')[]
const TYPES = ['sos', 'accident', 'complaint', 'lost_item', 'other'] as const satisfies Incident['type'][]
const TIMES = ['active', 'planned', 'over'] as const
const AUDIENCES = ['drivers', 'dispatchers', 'all'] as const satisfies Announcement['audience'][]
const KINDS = ['mail', 'sms', 'push'] as const satisfies OutboundMessage['kind'][]
const STATES = ['queued', 'sent', 'failed', 'held'] as const satisfies OutboundMessage['state'][]
const FILING_KINDS = ['efactura', 'townhall'] as const satisfies Filing['kind'][]
const FILING_STATES = ['pending', 'uploaded', 'accepted', 'rejected', 'failed'] as const satisfies Filing['state'][]

export interface IncidentSearch extends TableSearch {
  status?: Incident['status'] | 'not_closed'
  type?: Incident['type']
}
export interface AnnouncementSearch extends TableSearch {
  time?: (typeof TIMES)[number]
  audience?: Announcement['audience']
}
export interface OutboundMessageSearch extends TableSearch {
  kind?: OutboundMessage['kind']
  state?: OutboundMessage['state']
}
export interface FilingSearch extends TableSearch {
  kind?: Filing['kind']
  state?: Filing['state']
}

type Search = Record<string, unknown>

export function readIncidentSearch(search: Search): IncidentSearch {
  return {
    ...readTableSearch(search),
    ...word('status', search.status, STATUSES),
    ...word('type', search.type, TYPES),
  }
}

export function readAnnouncementSearch(search: Search): AnnouncementSearch {
  return {
    ...readTableSearch(search),
    ...word('time', search.time, TIMES),
    ...word('audience', search.audience, AUDIENCES),
  }
}

export function readOutboundMessageSearch(search: Search): OutboundMessageSearch {
  return {
    ...readTableSearch(search),
    ...word('kind', search.kind, KINDS),
    ...word('state', search.state, STATES),
  }
}

export function readFilingSearch(search: Search): FilingSearch {
  return {
    ...readTableSearch(search),
    ...word('kind', search.kind, FILING_KINDS),
    ...word('state', search.state, FILING_STATES),
  }
}

function word<Key extends string, W extends string>(key: Key, params: unknown, values: readonly W[]) {
  const found = values.find((one) => one === params)
  return (found === undefined ? {} : { [key]: found }) as { [K in Key]?: W }
}
