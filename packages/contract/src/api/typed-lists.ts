import { listBalances } from '../billing/finance.ts'
import { listInvoices } from '../billing/invoices.ts'
import { listOwnClients } from '../billing/own-clients.ts'
import { listContracts } from '../billing/protocol.ts'
import { countScheduledOrders, listScheduledOrders } from '../dispatch/scheduled-orders.ts'
import { listCars } from '../fleet/cars.ts'
import { listDevices } from '../fleet/devices.ts'
import { listCompanies } from '../identity/companies.ts'
import { type Endpoint, filteredByBody } from '../kernel/endpoint.ts'
import { listInterlocutors } from '../office/messages.ts'
import { listOutboundMessages } from '../office/outbox.ts'
import { readOrderList } from '../orders/order-lists.ts'

// Lists that can be searched by names and phones. Their documented GET stays; the console sends the filters in the body.
export const searchBalances = filteredByBody(listBalances)
export const searchCars = filteredByBody(listCars)
export const searchCompanies = filteredByBody(listCompanies)
export const searchContracts = filteredByBody(listContracts)
export const searchDevices = filteredByBody(listDevices)
export const searchInterlocutors = filteredByBody(listInterlocutors)
export const searchInvoices = filteredByBody(listInvoices)
export const searchLetters = filteredByBody(listOutboundMessages)
export const searchOwnClients = filteredByBody(listOwnClients)
export const searchOrderList = filteredByBody(readOrderList)
export const searchScheduledHours = filteredByBody(countScheduledOrders)
export const searchScheduledOrders = filteredByBody(listScheduledOrders)

const TWINS: readonly Endpoint[] = [
  searchBalances,
  searchCars,
  searchCompanies,
  searchContracts,
  searchDevices,
  searchInterlocutors,
  searchInvoices,
  searchLetters,
  searchOrderList,
  searchOwnClients,
  searchScheduledHours,
  searchScheduledOrders,
]
const BY_PATH = new Map(TWINS.map((copy) => [copy.path, copy]))

/** The POST variant of a GET list; null when the list has no personal filters. */
export function searchOf({ method, path }: { method: string; path: string }): Endpoint | null {
  return method === 'GET' ? (BY_PATH.get(`${path}/search`) ?? null) : null
}
