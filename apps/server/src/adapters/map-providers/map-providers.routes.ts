import * as contract from '@dispecerat/contract/geography/map-config'
import type { FastifyInstance } from 'fastify'
import type { MapsConfig } from '../../platform/config/config-maps.ts'
import { mount } from '../../platform/http/mount.ts'
import { RateLimiter } from '../../platform/http/rate-limit.ts'
import type { Clock } from '../../platform/lifecycle/clock.ts'
import type { Scheme } from '../tiles/map-colours.ts'
import { mapStyle, rasterStyle } from '../tiles/map-style.ts'
import type { TileSource } from '../tiles/tiles.ts'
import type { MapProviders } from './map-providers.ts'
import { NoPicture, PictureHost } from './picture-host.ts'

const HOUR_SECONDS = 3600
const NO_MAP = 'Harta nu este încărcată'
/** The host bills every picture; a map that is panned requests some sixty at once. */
const PER_ADDRESS = { max: 6000, seconds: 60 }

interface Wiring {
  tiles: TileSource
  providers: MapProviders
  maps: MapsConfig
  clock: Clock
}

/** The available maps, their styles, and the operator's pictures whose key stays on the server; public, as the tiles are. */
export function mapProvidersRoutes(http: FastifyInstance, { tiles, providers, maps, clock }: Wiring): void {
  mount(http, {}, contract.readMapConfig, async () => ({ data: providers.list(await tiles.info()) }))

  http.get<{ Params: { provider: string }; Querystring: { scheme?: string } }>(
    '/tiles/styles/:provider.json',
    async (request, reply) => {
      const scheme: Scheme = request.query.scheme === 'dark' ? 'dark' : 'light'
      // Workers of the map library refuse relative addresses.
      const origin = `${request.protocol}://${request.host}`
      reply.header('Cache-Control', 'no-cache')
      const style = await styleOf({ provider: request.params.provider, scheme, origin, tiles, providers })
      if (style === 'silent') return reply.code(503).send({ message: 'Harta Google nu răspunde' })
      return style ?? reply.code(404).send({ message: NO_MAP })
    },
  )

  if (maps.raster?.key == null) return
  const host = new PictureHost({ url: maps.raster.url, key: maps.raster.key, clock })
  const limiter = new RateLimiter(PER_ADDRESS, clock)
  http.get<{ Params: { z: string; x: string; y: string } }>(
    '/tiles/pictures/:z(^\\d{1,2})/:x(^\\d{1,7})/:y(^\\d{1,7})',
    async (request, reply) => {
      limiter.take(request.ip)
      const { z, x, y } = request.params
      try {
        const { type, bytes } = await host.picture(Number(z), Number(x), Number(y))
        return reply.type(type).header('Cache-Control', `public, max-age=${HOUR_SECONDS}`).send(bytes)
      } catch (error) {
        if (!(error instanceof NoPicture)) throw error
        request.log.debug({ reason: error.message }, 'the host of map pictures gave none')
        return reply.code(error.isMissing ? 404 : 502).send({ message: 'Dala nu există' })
      }
    },
  )
}

interface Wanted {
  provider: string
  scheme: Scheme
  origin: string
  tiles: TileSource
  providers: MapProviders
}

async function styleOf({ provider, scheme, origin, tiles, providers }: Wanted) {
  if (provider === 'raster') return providers.pictures(scheme, origin)
  if (provider === 'google') return providers.google(scheme).catch(() => 'silent' as const)
  const info = await tiles.info()
  if (!info) return null
  if (provider === 'osm') return mapStyle(info, scheme, origin)
  return provider === 'osm-raster' ? rasterStyle(info, scheme, origin) : null
}
