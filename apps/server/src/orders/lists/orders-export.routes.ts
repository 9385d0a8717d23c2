import { exportFoundOrders, searchOrders } from '@dispecerat/contract/orders/order-search'
import { exportOrders } from '@dispecerat/contract/orders/orders'
import type { FastifyInstance } from 'fastify'
import type { Actor } from '../../platform/db/actor.ts'
import { sendTable } from '../../platform/exports/exports.public.ts'
import { mount } from '../../platform/http/mount.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { filterOf, type OrderFilter, pageOf, searchFilterOf } from './order-filter.ts'
import { everyOrder, orderPage } from './order-pages.views.ts'
import { ACCOUNT_ORDER_LIST_COLUMNS, ORDER_LIST_COLUMNS, orderListRows } from './orders-tables.ts'
import { idsOfCode } from './people-by-code.store.ts'

/** Order search on the screen and as a file; both also take their filters in the body. */
export function ordersExportRoutes(http: FastifyInstance, server: Server): void {
  const { db } = server

  mount(http, server, searchOrders, async ({ body, actor }) =>
    orderPage(db, actor.scope, await found(server, actor, body), pageOf(body)),
  )

  mount(http, server, exportOrders, ({ query: { format, ...query }, actor, reply }) => {
    const filter = filterOf({ ...query, page: 1, per_page: 1 })
    return sendTable(reply, { format, fileName: 'comenzi', ...tableOf(server, actor, filter) })
  })

  mount(http, server, exportFoundOrders, async ({ body: { format, ...body }, actor, reply }) => {
    const filter = await found(server, actor, { ...body, page: 1, per_page: 1 })
    return sendTable(reply, { format, fileName: 'comenzi', ...tableOf(server, actor, filter) })
  })
}

function tableOf({ db }: Server, { scope, kind }: Actor, filter: OrderFilter) {
  const columns = kind === 'company' ? ACCOUNT_ORDER_LIST_COLUMNS : ORDER_LIST_COLUMNS
  return { columns, rows: orderListRows(everyOrder(db, scope, filter)) }
}

/** Resolves a short code to ids first. */
async function found({ db }: Server, actor: Actor, body: Parameters<typeof searchFilterOf>[0]): Promise<OrderFilter> {
  const filter = searchFilterOf(body)
  if (body.by !== 'identifier' || !body.term) return filter
  return { ...filter, personIds: await idsOfCode(db, actor.scope, body.term) }
}
