import type { Endpoint } from '@dispecerat/contract/endpoint'
import { SQUARE } from '../orders/testing/order-fixture.ts'
import type { anInvoice } from '../protocol/testing/an-invoice.ts'

/** The office that the forms are filled in at. */
export type Office = Awaited<ReturnType<typeof anInvoice>>
export type Body = Record<string, unknown>

/** A form filled in wrong. */
export interface WrongForm {
  endpoint: Endpoint
  as?: 'boss' | 'dispatcher' | 'admin' | 'account'
  id?: number
  /** Of the address beside the id. */
  params?: Record<string, unknown>
  /** Some fields of a wrong shape, some of a right one that a rule refuses. */
  body: Body
  /** All of them, sorted. */
  fields: string[]
}
/** By what is filled in. */
export type WrongForms = Record<string, WrongForm>

export const LONG = 'x'.repeat(2001)
export const ABROAD = { ...SQUARE, lat: 47.5, long: 19.04 }
export const UNKNOWN = 999_999_999

/** Makes the row that another one is in the way of; resolves to its id. */
export async function made(office: Office, endpoint: Endpoint, body: Body, token = office.boss): Promise<number> {
  const { reply } = await office.server.request(endpoint, { body } as never, token)
  return (reply as { data: { id: number } }).data.id
}
