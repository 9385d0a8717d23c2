import type { Endpoint } from '@dispecerat/contract/kernel/endpoint'
import type { anInvoice } from '../../billing/invoices/testing/an-invoice.ts'
import { SQUARE } from '../../orders/testing/order-fixture.ts'

/** The fixture in which the forms are filled in. */
export type Office = Awaited<ReturnType<typeof anInvoice>>
export type Body = Record<string, unknown>

/** A form with invalid input. */
export interface WrongForm {
  endpoint: Endpoint
  as?: 'boss' | 'dispatcher' | 'admin' | 'account'
  id?: number
  /** Path parameters besides the id. */
  params?: Record<string, unknown>
  /** Some fields have a wrong shape, some a right one that a rule refuses. */
  body: Body
  /** Names of all invalid fields, sorted. */
  fields: string[]
}
/** Forms by the name of what is filled in. */
export type WrongForms = Record<string, WrongForm>

export const LONG = 'x'.repeat(2001)
export const ABROAD = { ...SQUARE, lat: 47.5, long: 19.04 }
export const UNKNOWN = 999_999_999

/** Creates the row with which another one conflicts; resolves to its id. */
export async function made(office: Office, endpoint: Endpoint, body: Body, token = office.boss): Promise<number> {
  const { reply } = await office.server.request(endpoint, { body } as never, token)
  return (reply as { data: { id: number } }).data.id
}
