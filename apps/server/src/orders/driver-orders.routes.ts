import * as contract from '@dispecerat/contract/dispatch/driver'
import { driverNoShow } from '@dispecerat/contract/orders/no-show'
import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { DriverId, OrderId, UserId } from '@dispecerat/domain/kernel/ids'
import { baniFromRon } from '@dispecerat/domain/kernel/money'
import { fromWireTime } from '@dispecerat/domain/kernel/wire-time'
import type { SeenCar } from '@dispecerat/domain/orders/arrival'
import type { FastifyInstance } from 'fastify'
import type { Roads } from '../adapters/routing/roads.ts'
import type { Fleet } from '../fleet/fleet.public.ts'
import type { Actor } from '../platform/db/actor.ts'
import { mount } from '../platform/http/mount.ts'
import { typedPhoto } from '../platform/http/typed-photo.ts'
import type { Server } from '../platform/lifecycle/server.ts'
import { deliveryCost } from './delivery/delivery-cost.ts'
import { driverCancel } from './life/driver-cancel.ts'
import { finishTrip } from './life/finish-trip.ts'
import { startTrip } from './life/start-trip.ts'
import { driverOrderViews } from './lists/driver-order.views.ts'
import { driverTripIds } from './lists/order-pages.views.ts'
import { reportNoShow } from './pickup/no-show.ts'
import { reportArrival } from './pickup/report-arrival.ts'

/** Routes of a driver's current order; accepting and refusing belong to the search. */
export function driverOrdersRoutes(
  http: FastifyInstance,
  server: Server,
  { roads, fleet }: { roads: Roads; fleet: Pick<Fleet, 'live'> },
): void {
  mount(http, server, contract.arriveAtPickup, async ({ params, body, actor }) => {
    const reason = body?.reason || null
    await reportArrival(server, actor, params.id, { car: seenCar(fleet, idOf(actor)), reason })
    return viewOf(server, actor, params.id)
  })

  mount(http, server, contract.startTrip, async ({ params, actor }) => {
    await startTrip(server, actor, params.id)
    return viewOf(server, actor, params.id)
  })

  mount(http, server, contract.finishTrip, async ({ params, body, actor }) => {
    const { cost, payment_type, distance_m, proof_photo } = body
    const photo = proof_photo === undefined ? null : typedPhoto(proof_photo, 'proof_photo')
    const isByTariff = cost === undefined
    const costBani =
      cost === undefined ? await deliveryCost(server, roads, { orderId: params.id, actor }) : baniFromRon(cost)
    const isPositionMock = fleet.live(idOf(actor)).implausible === 'mock'
    const car = seenCar(fleet, idOf(actor))
    const fare = { costBani, isByTariff, isPositionMock, car, paymentType: payment_type, metres: distance_m, photo }
    await finishTrip(server, actor, params.id, fare)
    return viewOf(server, actor, params.id)
  })

  mount(http, server, contract.driverCancel, async ({ params, body, actor }) => {
    await driverCancel(server, actor, params.id, body.reason)
    const { data } = await viewOf(server, actor, params.id)
    // For this driver the order is over, also while another one is searched.
    return { data: { ...data, state: 'canceled' as const, trip_state: null, manually_assigned: false } }
  })

  mount(http, server, driverNoShow, async ({ params, body, actor }) => {
    await reportNoShow(server, actor, params.id, { reason: body.reason, car: seenCar(fleet, idOf(actor)) })
    return viewOf(server, actor, params.id)
  })

  mount(http, server, contract.listMyTrips, async ({ query, actor }) => {
    const driverId = idOf(actor)
    const instant = (text: string | undefined) => (text === undefined ? null : fromWireTime(text))
    const period = { from: instant(query.date_from), to: instant(query.date_to) }
    const trips = await driverTripIds(server.db, driverId, period, { page: query.page, perPage: query.per_page })
    return { data: await driverOrderViews(server.db, trips.data, driverId), meta: trips.meta }
  })
}

function seenCar(fleet: Pick<Fleet, 'live'>, driverId: DriverId): SeenCar {
  const { point, seenAt, implausible } = fleet.live(driverId)
  return { point, seenAt, isImplausible: implausible !== null }
}

async function viewOf({ db }: Server, actor: Actor, orderId: OrderId) {
  const [data] = await driverOrderViews(db, [orderId], idOf(actor))
  if (!data) throw new DomainError('order.unknown')
  return { data }
}

function idOf({ userId }: Actor): UserId {
  if (userId === null) throw new DomainError('account.token_invalid')
  return userId
}
