import { NewOrder } from '@dispecerat/contract/orders/order-shapes'
import * as contract from '@dispecerat/contract/site/client-app'
import { DomainError } from '@dispecerat/domain/kernel/errors'
import { toWireTime } from '@dispecerat/domain/kernel/wire-time'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Roads } from '../../adapters/routing/roads.ts'
import type { Fleet } from '../../fleet/fleet.public.ts'
import { deleteSavedAddress } from '../../geography/saved-addresses/saved-addresses.public.ts'
import type { GuessGuard } from '../../identity/accounts/accounts.public.ts'
import { cancelOrder, createOrder, metresOf } from '../../orders/orders.public.ts'
import { rateOrder } from '../../orders/ratings/ratings.public.ts'
import type { Actor, Scope } from '../../platform/db/actor.ts'
import { type ClientLogin, loginOf } from '../../platform/http/authenticate.ts'
import { mount } from '../../platform/http/mount.ts'
import { type RateLimit, RateLimiter } from '../../platform/http/rate-limit.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { beginLogIn } from './begin-log-in.ts'
import { clientSelf } from './client-self.views.ts'
import { CodeLimits } from './code-limits.ts'
import { endSession } from './end-session.ts'
import { enterCode } from './enter-code.ts'
import { addressesOfClient } from './own-addresses.views.ts'
import { clientOrderPage, clientOrderView } from './own-orders.views.ts'
import { pastOfClient } from './past-of-client.ts'
import { saveAddress } from './save-address.ts'

const DONE = { ok: true } as const
/** Per client: each order that is placed and canceled makes phones of drivers ring. */
const ORDERS: RateLimit = { max: 20, seconds: 3600 }

export interface ClientAppParts {
  guard: GuessGuard
  fleet: Fleet
  roads: Roads
  /** In a demo the outbox shows the codes. */
  showsCodes: boolean
}

export function clientAppRoutes(http: FastifyInstance, server: Server, parts: ClientAppParts): void {
  logInRoutes(http, server, parts)
  ordersRoutes(http, server, parts)
  addressRoutes(http, server)
}

function logInRoutes(http: FastifyInstance, server: Server, { guard, showsCodes }: ClientAppParts): void {
  const limits = new CodeLimits(server.clock)

  mount(http, server, contract.beginLogIn, async ({ body, request }) => {
    const owner = { companyId: body.company_id, phone: body.phone }
    limits.take({ ...owner, address: request.ip })
    await beginLogIn(server, owner, { isShown: showsCodes })
    return DONE
  })

  mount(http, server, contract.enterCode, async ({ body, request }) => {
    const { company_id: companyId, phone, code } = body
    const { token, expiresAt } = await enterCode(server, { companyId, phone, code }, { guard, address: request.ip })
    return { token, expires_at: toWireTime(expiresAt) }
  })

  mount(http, server, contract.readClientSelf, async ({ request }) => ({
    data: await clientSelf(server, clientOf(request)),
  }))

  mount(http, server, contract.endClientSession, async ({ actor, request }) => {
    await endSession(server, actor, loginOf(request).tokenId)
    return DONE
  })
}

function ordersRoutes(http: FastifyInstance, server: Server, { fleet, roads }: ClientAppParts): void {
  const orders = new RateLimiter(ORDERS, server.clock)
  const optionsFor = (scope: Scope) => ({ scope, now: server.clock.now(), fleet })
  const own = async ({ scope }: Actor, id: number) => {
    const data = await clientOrderView(server.db, optionsFor(scope), id)
    if (!data) throw new DomainError('order.unknown')
    return { data }
  }

  mount(http, server, contract.listClientOrders, ({ query, actor }) =>
    clientOrderPage(server.db, optionsFor(actor.scope), { page: query.page, perPage: query.per_page }),
  )

  mount(http, server, contract.readClientOrder, ({ params, actor }) => own(actor, params.id))

  mount(http, server, contract.placeClientOrder, async ({ body, actor, request }) => {
    const { note, name, ...input } = body
    const client_phone = clientOf(request).scope.clientPhone
    const takeBack = orders.take(`${actor.scope.companies} ${client_phone}`)
    const shared = { send_to_other_company: false }
    const order = NewOrder.parse({ ...input, ...shared, client_phone, client_name: name, about_client: note })
    const metres = await metresOf(roads, actor, body.places)
    const { orderId } = await createOrder(server, actor, order, metres).catch((error: unknown) => {
      takeBack()
      throw error
    })
    return own(actor, orderId)
  })

  mount(http, server, contract.cancelClientOrder, async ({ params, actor }) => {
    await own(actor, params.id)
    await cancelOrder(server, actor, params.id, { reasonText: null })
    return own(actor, params.id)
  })

  mount(http, server, contract.rateClientOrder, async ({ params, body, actor }) => {
    await own(actor, params.id)
    await rateOrder(server, actor, params.id, body)
    return own(actor, params.id)
  })
}

function addressRoutes(http: FastifyInstance, server: Server): void {
  const own = (request: FastifyRequest) =>
    addressesOfClient(server.db, clientOf(request).scope, pastOfClient(server.clock.now()))

  mount(http, server, contract.listClientAddresses, async ({ request }) => ({ data: await own(request) }))

  mount(http, server, contract.saveClientAddress, async ({ body, actor, request }) => {
    const { id } = await saveAddress(server, actor, clientOf(request).scope, body)
    const data = (await own(request)).find((address) => address.id === id)
    if (!data) throw new DomainError('saved_address.unknown')
    return { data }
  })

  mount(http, server, contract.deleteClientAddress, async ({ params, actor }) => {
    await deleteSavedAddress(server, actor, params.id, { usedAfter: pastOfClient(server.clock.now()) })
    return DONE
  })
}

/** The endpoints of this file are open to client sessions alone. */
function clientOf(request: FastifyRequest): ClientLogin {
  return loginOf(request) as ClientLogin
}
