import { metresBetween, type Point, roadMetresGuess } from '@dispecerat/domain/kernel/geo'
import { z } from 'zod'
import { readPolyline } from './polyline.ts'
import { FOR_A_LINE, FOR_DISTANCES, requestOverHttp } from './request-over-http.ts'
import { joinLegs, type RouteAnswer, type Router } from './routing.ts'

const Kilometres = z.number().min(0).max(20_000)
const Seconds = z.number().min(0).max(1_000_000)

/** Reply of /sources_to_targets, one row for each start; null = no road between the two. */
const Matrix = z.object({
  sources_to_targets: z.array(
    z.tuple([z.object({ distance: Kilometres.nullish(), time: Seconds.nullish() }).nullable()]),
  ),
})

const Trip = z.object({
  trip: z.object({
    status: z.literal(0),
    legs: z.array(z.object({ shape: z.string(), summary: z.object({ length: Kilometres, time: Seconds }) })),
  }),
})

/**
 * Valhalla's matrix and route over HTTP, for a car. One request for all starts; where Valhalla knows no road the result
 * is an estimate. Throws when it is slow (300 ms for distances, 1.5 s for a line), down, or replies anything else.
 */
export function valhallaRouter(baseUrl: string): Router {
  const at = (path: string) => new URL(`${baseUrl.replace(/\/$/, '')}/${path}`)
  return {
    async metres(from, to) {
      if (from.length === 0) return []
      const body = { sources: from.map(placeOf), targets: [placeOf(to)], costing: 'auto', units: 'kilometers' }
      const answer = await requestOverHttp(at('sources_to_targets'), FOR_DISTANCES, body)
      const rows = Matrix.parse(answer).sources_to_targets
      if (rows.length !== from.length) throw new Error('the router answered another question')
      return from.map((point, i) => answerOf(rows[i]?.[0] ?? null, point, to))
    },
    async route(points) {
      const body = { locations: points.map(placeOf), costing: 'auto', units: 'kilometers', directions_type: 'none' }
      const { trip } = Trip.parse(await requestOverHttp(at('route'), FOR_A_LINE, body))
      if (trip.legs.length !== points.length - 1) throw new Error('the router answered another question')
      return joinLegs(
        trip.legs.map(({ shape, summary }) => {
          const line = readPolyline(shape)
          if (line.length < 2) throw new Error('the router answered without a line')
          const metres = Math.round(summary.length * 1000)
          return { line, metres, seconds: Math.round(summary.time), estimated: false }
        }),
      )
    },
  }
}

function placeOf({ lat, long }: Point) {
  return { lat, lon: long }
}

function answerOf(
  found: { distance?: number | null | undefined; time?: number | null | undefined } | null,
  from: Point,
  to: Point,
): RouteAnswer {
  const { distance = null, time = null } = found ?? {}
  if (distance === null) return { metres: roadMetresGuess(metresBetween(from, to)), estimated: true }
  const known = { metres: Math.round(distance * 1000), estimated: false }
  return time === null ? known : { ...known, seconds: Math.round(time) }
}
