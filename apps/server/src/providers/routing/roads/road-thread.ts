import { parentPort } from 'node:worker_threads'
import { coordinatesOf, pointsOf } from './coordinates.ts'
import { RoadAtlas } from './road-atlas.ts'
import { readRoadGraph } from './road-graph.ts'
import type { RoadReply, RoadRequest } from './road-words.ts'

let atlas: RoadAtlas | null = null

parentPort?.on('message', (asked: RoadRequest) => {
  let said: RoadReply
  try {
    said = answer(asked)
  } catch (error) {
    said = { said: 'failed', n: asked.n, reason: error instanceof Error ? error.message : String(error) }
  }
  parentPort?.postMessage(said)
})

function answer(asked: RoadRequest): RoadReply {
  const { n } = asked
  if (asked.ask === 'load') {
    atlas = new RoadAtlas(readRoadGraph(asked.bytes))
    return { said: 'loaded', n }
  }
  if (!atlas) throw new Error('there are no roads yet')
  return asked.ask === 'distances' ? distances(atlas, asked) : route(atlas, asked)
}

function distances(roads: RoadAtlas, { n, from, to }: Extract<RoadRequest, { ask: 'distances' }>): RoadReply {
  const [target] = pointsOf(to)
  if (!target) throw new Error('there is nowhere to go')
  const drives = roads.toOne(pointsOf(from), target)
  return {
    said: 'distances',
    n,
    metres: Float64Array.from(drives, (drive) => drive?.metres ?? Number.NaN),
    seconds: Float64Array.from(drives, (drive) => drive?.seconds ?? Number.NaN),
  }
}

function route(roads: RoadAtlas, { n, points: coordinates }: Extract<RoadRequest, { ask: 'route' }>): RoadReply {
  const points = pointsOf(coordinates)
  const legs = points.slice(1).map((to, i) => {
    const way = roads.way(points[i] ?? to, to)
    return way && { metres: way.metres, seconds: way.seconds, line: coordinatesOf(way.line) }
  })
  return { said: 'route', n, legs }
}
