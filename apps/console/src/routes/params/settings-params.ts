import type { TableParams } from './table-params.ts'

/**
 * The groups whose page is generated from their fields; a copy of the domain's list, which is too large for the first
 * load.
 */
const GROUPS = [
  'orders',
  'scheduled',
  'search',
  'playback',
  'ring',
  'filings',
  'public',
  'security',
  'retention',
] as const
type Group = (typeof GROUPS)[number]

export function isSettingsGroup(text: string): text is Group {
  return GROUPS.some((group) => group === text)
}

/** The company of the settings; a URL parameter, so that a link shows the same page. */
export interface SettingsParams {
  company?: number
  /** The service of a new price. */
  service?: number
  /** The platform's settings instead of a company's. */
  house?: true
}

export function readSettingsParams(search: Record<string, unknown>): SettingsParams {
  return {
    ...id('company', search.company),
    ...id('service', search.service),
    ...(search.house ? { house: true } : {}),
  }
}

function id<Name extends string>(name: Name, raw: unknown): Partial<Record<Name, number>> {
  const value = Number(raw)
  return Number.isSafeInteger(value) && value > 0 ? ({ [name]: value } as Record<Name, number>) : {}
}

/** The filters of the audit log; dates in the Bucharest time zone, both included. */
export interface ChangesParams extends TableParams {
  entity?: string
  user?: number
  company?: number
  from?: string
  to?: string
}

const WORD = /^[a-z_]{1,40}$/
const DAY = /^\d{4}-\d{2}-\d{2}$/

export function readChangesParams(search: Record<string, unknown>): ChangesParams {
  const { entity } = search
  return {
    ...(typeof entity === 'string' && WORD.test(entity) ? { entity } : {}),
    ...id('user', search.user),
    ...id('company', search.company),
    ...day('from', search.from),
    ...day('to', search.to),
  }
}

function day<Name extends string>(name: Name, value: unknown): Partial<Record<Name, string>> {
  const isDay = typeof value === 'string' && DAY.test(value) && !Number.isNaN(Date.parse(value))
  return isDay ? ({ [name]: value } as Record<Name, string>) : {}
}
