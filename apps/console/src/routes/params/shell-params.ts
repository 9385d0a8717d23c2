import type { SearchBy } from '@dispecerat/contract/orders/order-search'
import type { OrderState, PaymentType } from '@dispecerat/domain/orders/order'

/** URL parameters of the order search: ids and short codes, never a phone or a name. */
export interface FindParams {
  by?: SearchBy
  term?: string
  from?: string
  to?: string
  states?: OrderState[]
  driver?: number
  client?: number
  dispatcher?: number
  company?: number
  payment?: PaymentType
  page?: number
}

/** URL parameters of every page: the previewed order and the open search. */
export interface ShellParams {
  preview?: number
  /** Not `search`, which is the text search of the lists. */
  orders?: FindParams
}

const BY: readonly SearchBy[] = ['identifier', 'phone', 'order', 'sign', 'text']
const STATES: readonly OrderState[] = ['new', 'created', 'assigned', 'finished', 'canceled', 'pending']
const PAYMENTS: readonly PaymentType[] = ['cash', 'card', 'protocol']
const WALL_TIME = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/

export function readShellParams(search: Record<string, unknown>): ShellParams {
  const params: ShellParams = {}
  const preview = idOf(search.preview)
  if (preview !== undefined) params.preview = preview
  if (typeof search.orders === 'object' && search.orders !== null) {
    params.orders = readFind(search.orders as Record<string, unknown>)
  }
  return params
}

/** An invalid value is ignored, and so is a code that could be a phone number. */
export function readFind(params: Record<string, unknown>): FindParams {
  const by = BY.find((one) => one === params.by)
  const states = Array.isArray(params.states)
    ? STATES.filter((state) => (params.states as unknown[]).includes(state))
    : []
  const payment = PAYMENTS.find((one) => one === params.payment)
  const ids = { driver: params.driver, client: params.client, dispatcher: params.dispatcher, company: params.company }
  const page = idOf(params.page)
  const term = by !== undefined && isShareable(by, params.term) ? String(params.term) : undefined
  return dropEmpty({
    by,
    term,
    from: wallTime(params.from),
    to: wallTime(params.to),
    states: states.length > 0 ? states : undefined,
    ...Object.fromEntries(Object.entries(ids).map(([name, value]) => [name, idOf(value)])),
    payment,
    page: page !== undefined && page > 1 ? page : undefined,
  })
}

/** Codes, call signs and order numbers may be in a URL; a phone number never, whatever field it was typed into. */
export function isShareable(by: SearchBy, term: unknown): boolean {
  const text = String(term ?? '')
  if (by === 'phone' || by === 'text') return false
  /* No call sign or code has six digits in a row; a partial phone number does. */
  return by === 'order' ? /^[1-9]\d{0,7}$/.test(text) : /^(?=.*\d)[\dA-Za-z-]{1,8}$/.test(text) && !/\d{6}/.test(text)
}

function idOf(value: unknown): number | undefined {
  const n = Number(value)
  return Number.isSafeInteger(n) && n > 0 ? n : undefined
}

function wallTime(value: unknown): string | undefined {
  return typeof value === 'string' && WALL_TIME.test(value) ? value : undefined
}

function dropEmpty(found: { [K in keyof FindParams]: FindParams[K] | undefined }): FindParams {
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined)) as FindParams
}
