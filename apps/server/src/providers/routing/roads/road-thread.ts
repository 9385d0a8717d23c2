import { parentPort } from 'node:worker_threads'
import { coordinatesOf, pointsOf } from './coordinates.ts'
import { RoadAtlas } from './road-atlas.ts'
import { readRoadGraph } from './road-graph.ts'
import type { RoadReply, RoadRequest } from './road-words.ts'

let atlas: RoadAtlas | null = null

parentPort?.on('message', (request: RoadRequest) => {
  let reply: RoadReply
  try {
    reply = answer(request)
  } catch (error) {
    reply = { said: 'failed', n: request.n, reason: error instanceof Error ? error.message : String(error) }
  }
  parentPort?.postMessage(reply)
})

function answer(request: RoadRequest): RoadReply {
  const { n } = request
  if (request.ask === 'load') {
    atlas = new RoadAtlas(readRoadGraph(request.bytes))
    return { said: 'loaded', n }
  }
  if (!atlas) throw new Error('there are no roads yet')
  return request.ask === 'distances' ? distances(atlas, request) : route(atlas, request)
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
