import { metresBetween, type Point, roadMetresGuess } from '@dispecerat/domain/kernel/geo'
import { coordinatesOf, pointsOf } from './roads/coordinates.ts'
import type { RoadsOfTheMap } from './roads-of-the-map.ts'
import { joinLegs, type RouteAnswer, type Router } from './routing.ts'
import { straightLeg } from './straight-line-router.ts'

/** Time limits of a reply. */
interface RouterTimeouts {
  distancesMs: number
  routeMs: number
}

/** A phone waits for its offer during the distances; the line is only drawn for a person. */
const TIMEOUTS: RouterTimeouts = { distancesMs: 300, routeMs: 1500 }

/**
 * The roads of the imported map, searched in a thread of this process. A point beside no road, and two points without a connecting
 * road, get an estimate. Throws while the thread is too slow or gone.
 */
export function embeddedRouter(roads: RoadsOfTheMap, { distancesMs, routeMs } = TIMEOUTS): Router {
  return {
    knowsRoads: () => roads.areKnown,
    async metres(from, to) {
      if (from.length === 0) return []
      const question = { type: 'distances', from: coordinatesOf(from), to: coordinatesOf([to]) } as const
      const reply = await inTime(roads.line().request(question), distancesMs)
      if (reply.type !== 'distances') throw new Error('the thread of the roads answered something else')
      return from.map((point, i) => answerOf(reply.metres[i], reply.seconds[i], { from: point, to }))
    },
    async route(points) {
      const reply = await inTime(roads.line().request({ type: 'route', points: coordinatesOf(points) }), routeMs)
      if (reply.type !== 'route') throw new Error('the thread of the roads answered something else')
      const legs = points.slice(1).map((to, i) => {
        const leg = reply.legs[i]
        if (!leg) return straightLeg(points[i] ?? to, to)
        return { metres: leg.metres, seconds: leg.seconds, line: pointsOf(leg.line), estimated: false }
      })
      return joinLegs(legs)
    },
  }
}

function answerOf(
  metres: number | undefined,
  seconds: number | undefined,
  { from, to }: { from: Point; to: Point },
): RouteAnswer {
  if (metres === undefined || seconds === undefined || Number.isNaN(metres))
    return { metres: roadMetresGuess(metresBetween(from, to)), estimated: true }
  return { metres, seconds, estimated: false }
}

async function inTime<Answer>(pending: Promise<Answer>, budgetMs: number): Promise<Answer> {
  let bell: NodeJS.Timeout | undefined
  const rung = new Promise<never>((_, reject) => {
    bell = setTimeout(() => reject(new Error('the roads were searched for too long')), budgetMs)
  })
  return Promise.race([pending, rung]).finally(() => clearTimeout(bell))
}
