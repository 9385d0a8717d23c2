import type { Point } from '@dispecerat/domain/kernel/geo'
import { metresBetween, roadMetresGuess } from '@dispecerat/domain/kernel/geo'
import { z } from 'zod'
import { readPolyline } from './polyline.ts'
import { FOR_A_LINE, FOR_DISTANCES, requestOverHttp } from './request-over-http.ts'
import type { RouteAnswer, RouteLine, Router } from './routing.ts'
import { straightLineRouter } from './straight-line-router.ts'

const Metres = z.number().min(0).max(20_000_000)
const Seconds = z.number().min(0).max(1_000_000)

/** Reply of `table`; null = no road between the two. */
const Table = z.object({
  code: z.literal('Ok'),
  distances: z.array(z.tuple([Metres.nullable()])),
  durations: z.array(z.tuple([Seconds.nullable()])).optional(),
})

/** Reply of `route`; the first route is the best one. */
const Route = z.union([
  z.object({
    code: z.literal('Ok'),
    routes: z
      .array(z.object({ geometry: z.string(), legs: z.array(z.object({ distance: Metres, duration: Seconds })) }))
      .min(1),
  }),
  z.object({ code: z.enum(['NoRoute', 'NoSegment']) }),
])

/**
 * OSRM's table and route services over HTTP. One request for all starts; where OSRM knows no road the result is an estimate.
 * Throws when it is slow (300 ms for distances, 1.5 s for a line), down, or replies anything else.
 */
export function osrmRouter(baseUrl: string): Router {
  return {
    async metres(from, to) {
      if (from.length === 0) return []
      const table = await requestOverHttp(tableQuestion(baseUrl, from, to), FOR_DISTANCES)
      const { distances, durations } = Table.parse(table)
      if (distances.length !== from.length) throw new Error('the router answered another question')
      return from.map((point, i) =>
        answerOf(distances[i]?.[0] ?? null, durations?.[i]?.[0] ?? null, { from: point, to }),
      )
    },
    async route(points) {
      const question = new URL(`${rootOf(baseUrl)}/route/v1/driving/${coordinatesOf(points)}`)
      question.searchParams.set('overview', 'full')
      question.searchParams.set('geometries', 'polyline6')
      const answer = Route.parse(await requestOverHttp(question, FOR_A_LINE))
      if (answer.code !== 'Ok') return straightLineRouter.route(points)
      const [best] = answer.routes
      if (best?.legs.length !== points.length - 1) throw new Error('the router answered another question')
      return lineOf(best)
    },
  }
}

/** OSRM takes coordinates in the path only; they identify nobody. */
function tableQuestion(baseUrl: string, from: readonly Point[], to: Point): URL {
  const question = new URL(`${rootOf(baseUrl)}/table/v1/driving/${coordinatesOf([...from, to])}`)
  question.searchParams.set('sources', from.map((_, i) => i).join(';'))
  question.searchParams.set('destinations', String(from.length))
  question.searchParams.set('annotations', 'duration,distance')
  return question
}

function rootOf(baseUrl: string): string {
  return baseUrl.replace(/\/$/, '')
}

function coordinatesOf(points: readonly Point[]): string {
  return points.map(({ lat, long }) => `${long.toFixed(6)},${lat.toFixed(6)}`).join(';')
}

function lineOf({ geometry, legs }: { geometry: string; legs: { distance: number; duration: number }[] }): RouteLine {
  const line = readPolyline(geometry)
  if (line.length < 2) throw new Error('the router answered without a line')
  const measured = legs.map(({ distance, duration }) => ({
    metres: Math.round(distance),
    seconds: Math.round(duration),
    estimated: false,
  }))
  return {
    line,
    legs: measured,
    estimated: false,
    metres: measured.reduce((all, { metres }) => all + metres, 0),
    seconds: measured.reduce((all, { seconds }) => all + seconds, 0),
  }
}

function answerOf(
  metres: number | null,
  seconds: number | null,
  { from, to }: { from: Point; to: Point },
): RouteAnswer {
  if (metres !== null) {
    const known = { metres: Math.round(metres), estimated: false }
    return seconds === null ? known : { ...known, seconds: Math.round(seconds) }
  }
  return { metres: roadMetresGuess(metresBetween(from, to)), estimated: true }
}
