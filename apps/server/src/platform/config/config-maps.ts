import { z } from 'zod'
import { type MapProviderKind, mapsMayBeMixed } from './map-terms.ts'

export interface MapsConfig {
  /** A host of map tiles; with a key this server requests them, so that the key stays here. */
  raster: {
    url: string
    key: string | null
    name: string
    attribution: string
    maxZoom: number
    tileSize: number
  } | null
  /** A host of MapLibre styles; browsers request it directly, with a key restricted to this site's address. */
  style: { light: string; dark: string; name: string } | null
  google: { key: string; url: string } | null
}

const GOOGLE_TILES = 'https://tile.googleapis.com'
const KEY = '{key}'

const httpUrl = (example: string) =>
  z.string().refine((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol), {
    error: `must look like ${example}`,
  })
const word = z.string().max(200)
const wholeNumber = (from: number, to: number) =>
  z
    .string()
    .regex(/^\d{1,4}$/, { error: `must be a whole number, ${from} to ${to}` })
    .transform(Number)
    .refine((number) => number >= from && number <= to, { error: `must be a whole number, ${from} to ${to}` })

export const MAP_VARIABLES = {
  MAP_RASTER_URL: httpUrl('https://tiles.example.ro/{z}/{x}/{y}.png')
    .refine((text) => ['{z}', '{x}', '{y}'].every((part) => text.includes(part)), {
      error: 'must hold {z}, {x} and {y}',
    })
    .optional(),
  MAP_RASTER_KEY: word.optional(),
  MAP_RASTER_NAME: word.default('Imagini'),
  MAP_RASTER_ATTRIBUTION: z.string().max(500).optional(),
  MAP_RASTER_MAX_ZOOM: wholeNumber(1, 22).default(19),
  MAP_RASTER_TILE_SIZE: wholeNumber(128, 1024).default(256),
  MAP_STYLE_URL: httpUrl('https://maps.example.ro/streets/style.json?key={key}').optional(),
  MAP_STYLE_DARK_URL: httpUrl('https://maps.example.ro/dark/style.json?key={key}').optional(),
  MAP_STYLE_KEY: word.optional(),
  MAP_STYLE_NAME: word.default('Vectorial'),
  GOOGLE_MAPS_KEY: word.optional(),
  GOOGLE_MAPS_URL: httpUrl(GOOGLE_TILES).default(GOOGLE_TILES),
}

const Maps = z.object(MAP_VARIABLES)
type Variables = z.output<typeof Maps>
interface Problem {
  name: keyof typeof MAP_VARIABLES
  message: string
}

export function mapsOf(data: Variables): MapsConfig {
  const { MAP_RASTER_URL: rasterUrl, MAP_STYLE_URL: styleUrl, GOOGLE_MAPS_KEY: googleKey } = data
  const keyed = (address: string) => address.replaceAll(KEY, encodeURIComponent(data.MAP_STYLE_KEY ?? ''))
  return {
    raster: rasterUrl
      ? {
          url: rasterUrl,
          key: data.MAP_RASTER_KEY ?? null,
          name: data.MAP_RASTER_NAME,
          attribution: data.MAP_RASTER_ATTRIBUTION ?? '',
          maxZoom: data.MAP_RASTER_MAX_ZOOM,
          tileSize: data.MAP_RASTER_TILE_SIZE,
        }
      : null,
    style: styleUrl
      ? { light: keyed(styleUrl), dark: keyed(data.MAP_STYLE_DARK_URL ?? styleUrl), name: data.MAP_STYLE_NAME }
      : null,
    google: googleKey ? { key: googleKey, url: data.GOOGLE_MAPS_URL.replace(/\/$/, '') } : null,
  }
}

/** Reports combinations of maps and geocoders that are not allowed, each with the variable to change. */
export function mapProblems(data: Variables & { GEOCODER: 'embedded' | 'photon' | 'nominatim' | 'google' }): Problem[] {
  const problems: Problem[] = []
  const lacks = (name: Problem['name'], message: string) => problems.push({ name, message })
  if (data.MAP_RASTER_URL && !data.MAP_RASTER_ATTRIBUTION)
    lacks('MAP_RASTER_ATTRIBUTION', 'is needed with MAP_RASTER_URL: the maker of a map is named on it')
  if (data.MAP_RASTER_URL?.includes(KEY) && !data.MAP_RASTER_KEY)
    lacks('MAP_RASTER_KEY', 'is needed: MAP_RASTER_URL holds {key}')
  if (data.MAP_STYLE_URL?.includes(KEY) && !data.MAP_STYLE_KEY)
    lacks('MAP_STYLE_KEY', 'is needed: MAP_STYLE_URL holds {key}')
  if (data.GEOCODER === 'google' && !data.GOOGLE_MAPS_KEY)
    lacks('GOOGLE_MAPS_KEY', "is needed with GEOCODER=google: Google's addresses may be shown on Google's map only")
  for (const [name, kind] of [
    ['MAP_RASTER_URL', 'raster'],
    ['MAP_STYLE_URL', 'style'],
  ] as const satisfies readonly (readonly [Problem['name'], MapProviderKind])[]) {
    if (data[name] && !mapsMayBeMixed({ geocoder: data.GEOCODER, mapProviders: [kind] }))
      lacks(name, "may not stand beside GEOCODER=google: Google's addresses may be shown on Google's map only")
  }
  return problems
}
