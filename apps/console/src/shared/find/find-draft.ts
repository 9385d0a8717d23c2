import type { SearchBy } from '@dispecerat/contract/orders/order-search'
import type { OrderState, PaymentType } from '@dispecerat/domain/orders/order'
import { wireOf } from '../../api/wire-of.ts'
import { type FindParams, isShareable } from '../../routes/params/shell-params.ts'

/** The fields of the order search as typed. */
export interface FindDraft {
  by: SearchBy
  term: string
  from: string
  to: string
  states: OrderState[]
  driver: number | null
  client: number | null
  dispatcher: number | null
  company: number | null
  payment: PaymentType | null
}

export const EMPTY_DRAFT: FindDraft = {
  by: 'identifier',
  term: '',
  from: '',
  to: '',
  states: [],
  driver: null,
  client: null,
  dispatcher: null,
  company: null,
  payment: null,
}

export function draftOf(find: FindParams, secret: Secret | null): FindDraft {
  const typed = find.term ?? (secret !== null && secret.by === find.by ? secret.term : '')
  return {
    by: find.by ?? 'identifier',
    term: typed,
    from: find.from ?? '',
    to: find.to ?? '',
    states: find.states ?? [],
    driver: find.driver ?? null,
    client: find.client ?? null,
    dispatcher: find.dispatcher ?? null,
    company: find.company ?? null,
    payment: find.payment ?? null,
  }
}

/** Typed text that must not be in a URL. */
export interface Secret {
  by: SearchBy
  term: string
}

export function secretOf({ by, term }: FindDraft): Secret | null {
  const typed = term.trim()
  return typed !== '' && !isShareable(by, typed) ? { by, term: typed } : null
}

/** The part of the draft that may be in a URL; empty fields are left out. */
export function findOf(draft: FindDraft): FindParams {
  const term = draft.term.trim()
  const find: FindParams = {}
  if (term !== '') find.by = draft.by
  if (term !== '' && isShareable(draft.by, term)) find.term = term
  if (draft.from !== '') find.from = draft.from
  if (draft.to !== '') find.to = draft.to
  if (draft.states.length > 0) find.states = draft.states
  if (draft.driver !== null) find.driver = draft.driver
  if (draft.client !== null) find.client = draft.client
  if (draft.dispatcher !== null) find.dispatcher = draft.dispatcher
  if (draft.company !== null) find.company = draft.company
  if (draft.payment !== null) find.payment = draft.payment
  return find
}

/** Body of the search request; null without any criterion. */
export function questionOf(find: FindParams, secret: Secret | null) {
  const { by, term, from, to, states, driver, client, dispatcher, company, payment, page = 1 } = find
  const typed = term ?? (secret !== null && secret.by === by ? secret.term : undefined)
  const body = {
    ...(by !== undefined && typed !== undefined ? { by, term: typed } : {}),
    ...(from ? { date_from: wireOf(from) } : {}),
    ...(to ? { date_to: wireOf(to) } : {}),
    ...(states ? { states } : {}),
    ...(driver ? { driver_id: driver } : {}),
    ...(client ? { client_id: client } : {}),
    ...(dispatcher ? { dispatcher_id: dispatcher } : {}),
    ...(company ? { company_id: company } : {}),
    ...(payment ? { payment_method: payment } : {}),
  }
  return Object.keys(body).length === 0 ? null : { ...body, page, per_page: 15 }
}
