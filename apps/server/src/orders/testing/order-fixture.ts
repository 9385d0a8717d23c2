import { arriveAtPickup, reportPosition } from '@dispecerat/contract/dispatch/driver'
import type { NewOrder, OrderView } from '@dispecerat/contract/orders/order-shapes'
import * as contract from '@dispecerat/contract/orders/orders'
import type { Role } from '@dispecerat/domain/identity/permissions'
import {
  asId,
  type CarId,
  type CompanyId,
  type DriverId,
  type OrderId,
  type UserId,
} from '@dispecerat/domain/kernel/ids'
import { expect } from 'vitest'
import type { z } from 'zod'
import { recordStatusChange } from '../../fleet/fleet.public.ts'
import { type Actor, SYSTEM } from '../../platform/db/actor.ts'
import { write } from '../../platform/db/write.ts'
import { aServer, type TestReply, type TestServer } from '../../testing/a-server.ts'
import { type ADriver, aCompany, aDispatcher, aDriver, aUser, TOWN_SQUARE } from '../../testing/builders.ts'
import { northOfPickup } from '../../testing/search-fixture.ts'
import { assignOrder } from '../life/assign-order.ts'
import { lockOrder } from '../orders.store.ts'

export type Input = z.input<typeof NewOrder>

/** One company, two dispatchers, a driver on duty, and a second company that must see nothing. */
export interface Fixture extends AsyncDisposable {
  server: TestServer
  companyId: CompanyId
  dispatcherId: UserId
  /** Tokens. */
  dispatcher: string
  colleague: string
  manager: string
  rival: string
  admin: string
  driver: ADriver
  driverToken: string
  /** Domain events emitted to later modules: 'order.search_wanted 7'. */
  emitted: string[]
  /** The dispatcher as the actor of use cases. */
  actor: Actor
  place(input?: Input): Promise<OrderView>
  read(orderId: OrderId): Promise<OrderView>
  /** History types, without those written by the search. */
  history(orderId: OrderId): Promise<string[]>
  /** The driver accepts. */
  assign(orderId: OrderId, driver?: ADriver): Promise<boolean>
  /** The driver reports the arrival, from the pickup of `place` or so many metres north of it. */
  arrive(orderId: number, metres?: number): Promise<TestReply<typeof arriveAtPickup>>
}

/** Piața Sfatului, in wire format. */
export const SQUARE = { name: 'Piața Sfatului 1', lat: TOWN_SQUARE.lat, long: TOWN_SQUARE.long }
export const STATION = { name: 'Gara Brașov', lat: 45.6605, long: 25.6135 }

const OF_THE_SEARCH = new Set([
  'search_started',
  'search_restarted',
  'round',
  'driver_notified',
  'driver_viewed',
  'driver_refused',
])

let phones = 0
export function aPhone(): string {
  phones += 1
  return `+40744${String(phones).padStart(6, '0')}`
}

interface FixtureOptions {
  at?: string
  env?: Record<string, string>
  /** Roles of the company's manager, who takes calls when also a dispatcher. */
  managerRoles?: Role[]
}

export async function createFixture({
  managerRoles = ['company_admin'],
  ...options
}: FixtureOptions = {}): Promise<Fixture> {
  const server = await aServer(options)
  const { companyId } = await aCompany(server)
  const rivalCompany = await aCompany(server)
  const dispatcher = await aDispatcher(server, { companyId })
  const colleague = await aDispatcher(server, { companyId })
  const manager = await aUser(server, { roles: managerRoles, companyIds: [companyId] })
  const rival = await aDispatcher(server, rivalCompany)
  const admin = await aUser(server, { roles: ['admin'] })
  const driver = await aDriver(server, { companyId, at: TOWN_SQUARE })
  const tokens = {
    dispatcher: await server.logIn(dispatcher.email),
    colleague: await server.logIn(colleague.email),
    manager: await server.logIn(manager.email),
    rival: await server.logIn(rival.email),
    admin: await server.logIn(admin.email),
    driverToken: await server.logIn(driver.email),
  }
  const read = async (orderId: OrderId) =>
    (await server.request(contract.readOrder, { params: { id: orderId } }, tokens.dispatcher)).reply.data
  return {
    server,
    companyId,
    dispatcherId: dispatcher.userId,
    ...tokens,
    driver,
    emitted: listen(server),
    actor: actorOf(dispatcher.userId, companyId),
    read,
    place: async (input = {}) => {
      const body = { client_phone: aPhone(), places: [SQUARE, STATION], ...input }
      return (await server.request(contract.createOrder, { body }, tokens.dispatcher)).reply.data
    },
    history: async (orderId) => {
      const request = { params: { id: orderId } }
      const { reply } = await server.request(contract.readOrderHistory, request, tokens.dispatcher)
      return reply.data.map(({ type }) => type).filter((type) => !OF_THE_SEARCH.has(type))
    },
    assign: (orderId, byDriver = driver) => assign(server, orderId, byDriver, companyId),
    arrive: async (orderId, metres = 0) => {
      // The driver was inserted without an event.
      await write(server, SYSTEM, (tx) => recordStatusChange(tx, driver.driverId, companyId, server.clock.now()))
      const report = () => server.request(reportPosition, { body: northOfPickup(metres) }, tokens.driverToken)
      server.committed()
      await expect.poll(async () => (await report()).status).toBe(200)
      return server.request(arriveAtPickup, { params: { id: orderId } }, tokens.driverToken)
    },
    [Symbol.asyncDispose]: () => server.stop(),
  }
}

export function actorOf(userId: UserId, companyId: CompanyId): Actor {
  return {
    userId,
    kind: 'dispatcher',
    roles: ['dispatcher'],
    scope: { companies: [companyId], ownUserId: null },
    once: null,
  }
}

function listen(server: TestServer): string[] {
  const emitted: string[] = []
  const names = ['order.search_wanted', 'order.search_over', 'order.driver_released'] as const
  for (const name of names) {
    server.domainEvents.on(name, async (_tx, event) => {
      emitted.push(`${name} ${event.orderId}`)
    })
  }
  return emitted
}

function assign(server: TestServer, orderId: OrderId, driver: ADriver, companyId: CompanyId): Promise<boolean> {
  return write(server, SYSTEM, async (tx) => {
    const order = await lockOrder(tx, asId<OrderId>(orderId))
    const { driverId, carId, indicativ } = driver
    return assignOrder(tx, SYSTEM, {
      order,
      driverId: asId<DriverId>(driverId),
      carId: asId<CarId>(carId),
      indicativ,
      companyId: asId<CompanyId>(companyId),
      waitingMinutes: 5,
      isNext: false,
      now: server.clock.now(),
    })
  })
}
