import { ORDER_STATES, PAYMENT_TYPES } from '@dispecerat/domain/orders/order'
import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { exportQuery, TableFile } from '../kernel/exports.ts'
import { CompanyIdIn, CompanyIdText, UserIdIn, UserIdText } from '../kernel/ids.ts'
import { PageMeta, pageQuery, textUpTo, WireTimeIn } from '../kernel/wire.ts'
import { OrderView } from './order-shapes.ts'

const area = 'orders'

/** `next_cursor` of the previous page; `page` is ignored with it. */
const Cursor = z
  .string()
  .regex(/^\d{1,17}-\d{1,16}$/, 'Cursor invalid')
  .optional()

/** Both documented names of each filter are accepted. */
export const OrderFilters = z.object({
  ...pageQuery(30),
  cursor: Cursor,
  driver_or_client_id: UserIdText.optional(),
  driver_id: UserIdText.optional(),
  client_id: UserIdText.optional(),
  dispatcher_id: UserIdText.optional(),
  company_id: CompanyIdText.optional(),
  driver: UserIdText.optional(),
  client: UserIdText.optional(),
  dispatcher: UserIdText.optional(),
  company: CompanyIdText.optional(),
  state: z.enum(ORDER_STATES).optional(),
  states: z.array(z.enum(ORDER_STATES)).max(20).optional(),
  payment_type: z.enum(PAYMENT_TYPES).optional(),
  payment_method: z.enum(PAYMENT_TYPES).optional(),
  /** Actual payment method of a finished trip (cash, card or account), which may differ from the ordered one. */
  driver_payment_method: z.enum(PAYMENT_TYPES).optional(),
  /** Only orders whose fare must be confirmed. */
  fare_doubt: z.enum(['0', '1']).optional(),
  /** Filters by the driver's payment for the order: settled or not. */
  driver_payment: z.enum(['paid', 'unpaid']).optional(),
  date_from: WireTimeIn.optional(),
  date_to: WireTimeIn.optional(),
  search: textUpTo(80).optional(),
  /** 1: only orders placed in an app, without a dispatcher; 0: only orders placed by a dispatcher. */
  online: z.enum(['0', '1']).optional(),
})

export const OrdersPage = z.object({
  data: z.array(OrderView),
  /** Null on the last page. */
  meta: PageMeta.extend({ next_cursor: z.string().nullable() }),
})
export type OrdersPage = z.infer<typeof OrdersPage>

/** Fields an order can be found by: short code of its driver or client, the client's phone, its number, the call sign, or free text. */
export const SEARCH_BY = ['identifier', 'phone', 'order', 'sign', 'text'] as const
export type SearchBy = (typeof SEARCH_BY)[number]

/** The list's filters as a body, because phones and names must not be in URLs. */
const OrderSearch = z.object({
  ...pageQuery(15),
  cursor: Cursor,
  by: z.enum(SEARCH_BY).optional(),
  term: textUpTo(80).optional(),
  search: textUpTo(80).optional(),
  driver_or_client_id: UserIdIn.optional(),
  driver_id: UserIdIn.optional(),
  client_id: UserIdIn.optional(),
  dispatcher_id: UserIdIn.optional(),
  company_id: CompanyIdIn.optional(),
  states: z.array(z.enum(ORDER_STATES)).max(20).optional(),
  payment_method: z.enum(PAYMENT_TYPES).optional(),
  date_from: WireTimeIn.optional(),
  date_to: WireTimeIn.optional(),
})

export const searchOrders = endpoint({
  method: 'POST',
  path: '/api/orders/search',
  does: 'The orders of GET /api/orders, asked for by a body: what is typed there may be a phone.',
  area,
  may: 'orders.read',
  body: OrderSearch,
  reply: OrdersPage,
})

export const exportFoundOrders = endpoint({
  method: 'POST',
  path: '/api/orders/search/export',
  does: 'The same as a file, every page of it.',
  area,
  may: 'orders.read',
  body: OrderSearch.omit({ page: true, per_page: true, cursor: true }).extend(exportQuery),
  reply: TableFile,
})
