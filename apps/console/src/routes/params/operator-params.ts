import type { OrderListName } from '@dispecerat/domain/orders/order'
import { ro } from '../../text/ro.ts'

/**
 * The tab names from the screen texts: importing the contract for four strings would be too large for the first load.
 */
const TABS = Object.keys(ro.lists.tabs) as (keyof typeof ro.lists.tabs)[]

/** URL parameters of the operator screen; an invalid value is ignored. */
export interface OperatorParams {
  tab?: OrderListName
  q?: string
}
export interface MapParams {
  driver?: number
  order?: number
}

export function readOperatorParams(search: Record<string, unknown>): OperatorParams {
  const params: OperatorParams = {}
  const tab: OrderListName | undefined = TABS.find((kind) => kind === search.tab)
  if (tab) params.tab = tab
  const q = typeof search.q === 'string' || typeof search.q === 'number' ? String(search.q).slice(0, 80) : ''
  if (q !== '') params.q = q
  return params
}

function wholeNumber(value: unknown): number | undefined {
  const n = Number(value)
  return Number.isSafeInteger(n) && n > 0 ? n : undefined
}

/** The stand to show, named by another screen. */
export function readZonesParams(search: Record<string, unknown>): { stand?: number } {
  const stand = wholeNumber(search.stand)
  return stand === undefined ? {} : { stand }
}

export function readMapParams(search: Record<string, unknown>): MapParams {
  const params: MapParams = {}
  const driver = wholeNumber(search.driver)
  const order = wholeNumber(search.order)
  if (driver !== undefined) params.driver = driver
  if (order !== undefined) params.order = order
  return params
}
