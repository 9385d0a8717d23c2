import { gunzipSync } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { mapStyle } from './map-style.ts'
import type { TileSource } from './tiles.ts'

const DAY_SECONDS = 86_400
const FEW_MINUTES_SECONDS = 300
const MOST_ZOOM = 22
const NO_MAP = 'Harta nu este încărcată'

interface TileAddress {
  z: string
  x: string
  y: string
}

/** The map for everybody, without a token: browsers fetch tiles from workers that know none. */
export function tilesRoutes(http: FastifyInstance, tiles: TileSource): void {
  http.get<{ Params: TileAddress; Querystring: { v?: string } }>(
    '/tiles/:z(^\\d{1,2})/:x(^\\d{1,7})/:y(^\\d{1,7}).mvt',
    async (request, reply) => {
      const [z, x, y] = [Number(request.params.z), Number(request.params.x), Number(request.params.y)]
      if (z > MOST_ZOOM || x >= 2 ** z || y >= 2 ** z) return reply.code(404).send({ message: 'Dala nu există' })
      const tile = await tiles.tile(z, x, y)
      const seconds = request.query.v ? DAY_SECONDS : FEW_MINUTES_SECONDS
      reply.header('Cache-Control', `public, max-age=${seconds}`).header('Vary', 'Accept-Encoding')
      return tile ? sendTile(request, reply, tile) : reply.code(204).send()
    },
  )

  http.get('/tiles/info', async (_request, reply) => {
    const info = await tiles.info()
    reply.header('Cache-Control', 'no-cache')
    return info ?? reply.code(404).send({ message: NO_MAP })
  })

  http.get<{ Querystring: { scheme?: string } }>('/tiles/style.json', async (request, reply) => {
    const info = await tiles.info()
    reply.header('Cache-Control', 'no-cache')
    if (!info) return reply.code(404).send({ message: NO_MAP })
    const scheme = request.query.scheme === 'dark' ? 'dark' : 'light'
    // Workers of the map library refuse relative addresses.
    return mapStyle(info, scheme, `${request.protocol}://${request.host}`)
  })
}

function sendTile(request: FastifyRequest, reply: FastifyReply, tile: Buffer): FastifyReply {
  reply.type('application/vnd.mapbox-vector-tile')
  const takesGzip = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))
  return takesGzip ? reply.header('Content-Encoding', 'gzip').send(tile) : reply.send(gunzipSync(tile))
}
