import * as accounts from '@dispecerat/contract/accounts'
import * as calls from '@dispecerat/contract/calls'
import * as clients from '@dispecerat/contract/clients'
import * as desk from '@dispecerat/contract/company-dispatch'
import * as content from '@dispecerat/contract/content'
import * as driver from '@dispecerat/contract/driver'
import * as shapes from '@dispecerat/contract/order-shapes'
import * as search from '@dispecerat/contract/search'
import * as wire from '@dispecerat/contract/wire'
import * as zones from '@dispecerat/contract/zones'
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
