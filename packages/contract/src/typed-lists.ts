import { listCars } from './cars.ts'
import { listCompanies } from './companies.ts'
import { listDevices } from './devices.ts'
import { askedByBody, type Endpoint } from './endpoint.ts'
import { listBalances } from './finances.ts'
import { listInvoices } from './invoices.ts'
import { listInterlocutors } from './messages.ts'
import { readOrderList } from './order-lists.ts'
import { listOutboundMessages } from './outbox.ts'
import { listOwnClients } from './own-clients.ts'
import { listContracts } from './protocol.ts'
import { countScheduledOrders, listScheduledOrders } from './scheduled-orders.ts'

// Lists that can be searched by names and phones. Their documented GET stays; the console sends the filters in the body.
export const searchBalances = askedByBody(listBalances)
export const searchCars = askedByBody(listCars)
export const searchCompanies = askedByBody(listCompanies)
export const searchContracts = askedByBody(listContracts)
export const searchDevices = askedByBody(listDevices)
export const searchInterlocutors = askedByBody(listInterlocutors)
export const searchInvoices = askedByBody(listInvoices)
export const searchLetters = askedByBody(listOutboundMessages)
export const searchOwnClients = askedByBody(listOwnClients)
export const searchOrderList = askedByBody(readOrderList)
export const searchScheduledHours = askedByBody(countScheduledOrders)
export const searchScheduledOrders = askedByBody(listScheduledOrders)

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
