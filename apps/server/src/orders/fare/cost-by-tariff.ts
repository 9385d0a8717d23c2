import { metresBetween, type Point, roadMetresGuess } from '@dispecerat/domain/kernel/geo'
import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import { fareOf } from '@dispecerat/domain/orders/tariff'
import type { Db, Tx } from '../../platform/db/database.ts'
import { tariffOf } from '../tariffs/tariffs.public.ts'

/** Inputs for pricing a ride by the tariff of its service. */
export interface PricedRide {
  companyId: CompanyId
  serviceId: number
  places: readonly Point[]
  at: Date
  /** Road distance over the places; null: estimated from the straight lines. */
  metres: number | null
  waitSeconds?: number
}

/** Bani; null without a tariff or a destination. */
export async function costByTariff(db: Db | Tx, ride: PricedRide): Promise<number | null> {
  if (ride.places.length < 2) return null
  const tariff = await tariffOf(db, ride.companyId, ride.serviceId)
  if (!tariff) return null
  const metres = ride.metres ?? roadMetresGuess(straightMetres(ride.places))
  return fareOf(tariff, { metres, waitSeconds: ride.waitSeconds ?? 0, at: ride.at }).costBani
}

function straightMetres(places: readonly Point[]): number {
  return places.slice(1).reduce((metres, to, i) => metres + metresBetween(places[i] ?? to, to), 0)
}
