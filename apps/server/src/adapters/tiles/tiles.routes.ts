import { createHash } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { mapStyle } from './map-style.ts'
import { RASTER_ZOOMS, type RasterTiles, TooManyPictures } from './raster-tiles.ts'
import type { TileSource } from './tiles.ts'

const DAY_SECONDS = 86_400
const FEW_MINUTES_SECONDS = 300
const MAX_ZOOM = 22
const NO_MAP = 'Harta nu este încărcată'

interface TileAddress {
  z: string
  x: string
  y: string
}

/** The public map, without a token: browsers fetch tiles from workers that have none. */
export function tilesRoutes(http: FastifyInstance, tiles: TileSource, raster: RasterTiles): void {
  http.get<{ Params: TileAddress; Querystring: { v?: string } }>(
    '/tiles/:z(^\\d{1,2})/:x(^\\d{1,7})/:y(^\\d{1,7}).mvt',
    async (request, reply) => {
      const [z, x, y] = [Number(request.params.z), Number(request.params.x), Number(request.params.y)]
      if (z > MAX_ZOOM || x >= 2 ** z || y >= 2 ** z) return reply.code(404).send({ message: 'Dala nu există' })
      const tile = await tiles.tile(z, x, y)
      keep(reply, request.query).header('Vary', 'Accept-Encoding')
      if (!tile) return reply.code(204).send()
      return isKnown(request, reply, tile) ? reply.code(304).send() : sendTile(request, reply, tile)
    },
  )

  http.get<{ Params: TileAddress; Querystring: { v?: string; scheme?: string } }>(
    '/tiles/raster/:z(^\\d{1,2})/:x(^\\d{1,7})/:y(^\\d{1,7}).png',
    async (request, reply) => {
      const [z, x, y] = [Number(request.params.z), Number(request.params.x), Number(request.params.y)]
      if (z < RASTER_ZOOMS.from || z > RASTER_ZOOMS.to || x >= 2 ** z || y >= 2 ** z)
        return reply.code(404).send({ message: 'Dala nu există' })
      const scheme = request.query.scheme === 'dark' ? 'dark' : 'light'
      try {
        const picture = (await raster.picture({ z, x, y }, scheme, request.query.v ?? '')) ?? NOTHING
        keep(reply, request.query).type('image/png')
        return isKnown(request, reply, picture) ? reply.code(304).send() : reply.send(picture)
      } catch (error) {
        if (!(error instanceof TooManyPictures)) throw error
        return reply.code(503).header('Retry-After', 2).send({ message: 'Prea multe imagini deodată' })
      }
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

/** A transparent pixel, through which the ground colour is visible. */
const NOTHING = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=',
  'base64',
)

function keep(reply: FastifyReply, { v }: { v?: string }): FastifyReply {
  return reply.header('Cache-Control', `public, max-age=${v ? DAY_SECONDS : FEW_MINUTES_SECONDS}`)
}

/** True when the browser has these bytes already; sets their ETag either way. */
function isKnown(request: FastifyRequest, reply: FastifyReply, bytes: Buffer): boolean {
  const name = `W/"${createHash('sha1').update(bytes).digest('base64url')}"`
  reply.header('ETag', name)
  return request.headers['if-none-match'] === name
}

function sendTile(request: FastifyRequest, reply: FastifyReply, tile: Buffer): FastifyReply {
  reply.type('application/vnd.mapbox-vector-tile')
  const takesGzip = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))
  return takesGzip ? reply.header('Content-Encoding', 'gzip').send(tile) : reply.send(gunzipSync(tile))
}
