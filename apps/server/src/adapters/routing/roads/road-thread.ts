import { parentPort } from 'node:worker_threads'
import { coordinatesOf, pointsOf } from './coordinates.ts'
import { RoadAtlas } from './road-atlas.ts'
import { readRoadGraph } from './road-graph.ts'
import type { RoadReply, RoadRequest } from './road-messages.ts'

let atlas: RoadAtlas | null = null

parentPort?.on('message', (request: RoadRequest) => {
  let reply: RoadReply
  try {
    reply = answer(request)
  } catch (error) {
    reply = { type: 'failed', n: request.n, reason: error instanceof Error ? error.message : String(error) }
  }
  parentPort?.postMessage(reply)
})

function answer(request: RoadRequest): RoadReply {
  const { n } = request
  if (request.type === 'load') {
    atlas = new RoadAtlas(readRoadGraph(request.bytes))
    return { type: 'loaded', n }
  }
  if (!atlas) throw new Error('there are no roads yet')
  return request.type === 'distances' ? distances(atlas, request) : route(atlas, request)
}

function distances(roads: RoadAtlas, { n, from, to }: Extract<RoadRequest, { type: 'distances' }>): RoadReply {
  const [target] = pointsOf(to)
  if (!target) throw new Error('there is nowhere to go')
  const drives = roads.toOne(pointsOf(from), target)
  return {
    type: 'distances',
    n,
    metres: Float64Array.from(drives, (drive) => drive?.metres ?? Number.NaN),
    seconds: Float64Array.from(drives, (drive) => drive?.seconds ?? Number.NaN),
  }
}

function route(roads: RoadAtlas, { n, points: coordinates }: Extract<RoadRequest, { type: 'route' }>): RoadReply {
  const points = pointsOf(coordinates)
  const legs = points.slice(1).map((to, i) => {
    const way = roads.way(points[i] ?? to, to)
    return way && { metres: way.metres, seconds: way.seconds, line: coordinatesOf(way.line) }
  })
  return { type: 'route', n, legs }
}
