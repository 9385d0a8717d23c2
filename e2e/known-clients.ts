import { type ClientView, lookUpClient } from '@dispecerat/contract/orders/clients'
import { searchOrders } from '@dispecerat/contract/orders/order-search'
import type { OrderView } from '@dispecerat/contract/orders/order-shapes'
import { listOrders } from '@dispecerat/contract/orders/orders'
import type { OrderState } from '@dispecerat/domain/orders/order'
import type { ApiClient } from './api-client.ts'

/** Clients of the demo's past month with a saved address, no open order and no contract. */
export async function clientsWithAnAddress(api: ApiClient, wanted: number): Promise<ClientView[]> {
  const found = new Map<string, ClientView>()
  const { data } = await api.request(listOrders, { query: { states: ['finished'], per_page: 100 } })
  for (const order of data) {
    if (!order.client_phone || found.has(order.client_phone) || found.size === wanted) continue
    const { data: client } = await api.request(lookUpClient, { body: { phone: order.client_phone } })
    const isPlain = !client.open_order && !client.is_blocked && !client.protocol_parent_user
    if (client.addresses.length > 0 && isPlain) found.set(order.client_phone, client)
  }
  return [...found.values()]
}

/** A client whose orders an account pays, with a saved address and no open order. */
export async function clientOfAnAccount(api: ApiClient): Promise<ClientView> {
  const { data } = await api.request(listOrders, { query: { payment_type: 'protocol', per_page: 100 } })
  for (const { client_phone: phone } of data) {
    if (!phone) continue
    const { data: client } = await api.request(lookUpClient, { body: { phone } })
    if (client.protocol_parent_user && !client.open_order && client.addresses.length > 0) return client
  }
  throw new Error('the demo has no client of an account')
}

export function nth(clients: ClientView[], index: number): ClientView {
  const client = clients[index]
  if (!client) throw new Error(`the demo has no ${index + 1} clients with an address`)
  return client
}

/** Number of orders a client ever had; a page holds 100, and some clients of the demo have more. */
export async function countOrdersOf(api: ApiClient, phone: string): Promise<number> {
  return (await api.request(searchOrders, { body: { by: 'phone', term: phone, per_page: 1 } })).meta.total
}

/** Orders that were placed and have not ended. */
export async function openOrdersOf(api: ApiClient, phone: string): Promise<OrderView[]> {
  const states: OrderState[] = ['created', 'assigned', 'pending']
  return (await api.request(searchOrders, { body: { by: 'phone', term: phone, per_page: 100, states } })).data
}
