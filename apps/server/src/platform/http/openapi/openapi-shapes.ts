// Apart from mount.ts: the named shapes import half of the contract.

import * as driver from '@dispecerat/contract/dispatch/driver'
import * as search from '@dispecerat/contract/dispatch/search'
import * as zones from '@dispecerat/contract/geography/zones'
import * as accounts from '@dispecerat/contract/identity/accounts'
import * as wire from '@dispecerat/contract/kernel/wire'
import * as clients from '@dispecerat/contract/orders/clients'
import * as desk from '@dispecerat/contract/orders/company-dispatch'
import * as shapes from '@dispecerat/contract/orders/order-shapes'
import * as content from '@dispecerat/contract/site/content'
import * as calls from '@dispecerat/contract/telephony/calls'
import { z } from 'zod'

/** Rules add their own facts to a problem, such as the state of an order, so unknown keys are allowed. */
export const ProblemReply = wire.Problem.loose()

/** Shapes that OpenAPI defines once and references by name. */
const NAMED: Record<string, z.ZodType> = {
  Problem: ProblemReply,
  LoggedUser: accounts.LoggedUser,
  OrderView: shapes.OrderView,
  OrderRow: shapes.OrderRow,
  NewOrder: shapes.NewOrder,
  NewPlace: shapes.NewPlace,
  PlaceView: shapes.PlaceView,
  DriverOrder: driver.DriverOrder,
  DriverMe: driver.DriverMe,
  OfferView: driver.OfferView,
  DriverCard: desk.DriverCard,
  ClientView: clients.ClientView,
  CallView: calls.CallView,
  SearchRoundView: search.SearchRoundView,
  Polygon: zones.Polygon,
  DocumentationEntry: content.DocumentationEntry,
}

for (const [id, shape] of Object.entries(NAMED)) z.globalRegistry.add(shape, { ...z.globalRegistry.get(shape), id })
