import { MAX_ZONES, type Polygon, type ZoneFileFix } from '@dispecerat/contract/geography/zones'
import { ringSquareMetres, tidyRing } from '@dispecerat/domain/geography/zone'
import { ringFault, ringFaultText, turnedRing, ZONE_COLOUR, ZONE_LIMITS } from '@dispecerat/domain/geography/zone-ring'
import type { Point } from '@dispecerat/domain/kernel/geo'
import { FORBIDDEN_TEXT, hasForbiddenCharacter, tooLongText } from '@dispecerat/domain/kernel/typed-text'

/** A zone of a GeoJSON document, validated without the other zones. */
export interface ReadZone {
  /** The feature's number from 1, followed by `.part` when it has several parts. */
  key: string
  name: string
  color: string | null
  ring: Point[]
  squareMetres: number
  errors: string[]
  fixes: ZoneFileFix[]
}

interface ReadInputs {
  fixes: ReadonlySet<ZoneFileFix>
  /** Names that replace those of the file, by key. */
  names: Readonly<Record<string, string>>
}

/** Seven decimals are about a centimetre. */
const DECIMALS = 1e7
const NAME_KEYS = ['name', 'nume', 'Name', 'NAME', 'title', 'denumire']
const COLOUR_KEYS = ['color', 'culoare', 'fill', 'stroke']
const WGS84 = /CRS84|4326/

type Json = Readonly<Record<string, unknown>>

/** Reads the zones of a GeoJSON document (RFC 7946), each with all its errors; `errors` concern the whole document. */
export function readZonesFile(document: unknown, inputs: ReadInputs): { errors: string[]; zones: ReadZone[] } {
  const features = featuresOf(document)
  if (typeof features === 'string') return { errors: [features], zones: [] }
  if (features.length === 0) return { errors: ['Fișierul nu conține nicio zonă.'], zones: [] }
  if (features.length > MAX_ZONES) {
    return { errors: [`Fișierul conține ${features.length} elemente; cel mult ${MAX_ZONES}.`], zones: [] }
  }
  return { errors: [], zones: features.flatMap((feature, index) => zonesIn(feature, String(index + 1), inputs)) }
}

function featuresOf(document: unknown): Json[] | string {
  const root = asObject(document)
  if (!root) return 'Fișierul nu este GeoJSON.'
  const crs = asObject(asObject(root.crs)?.properties)?.name
  if (crs !== undefined && !WGS84.test(String(crs))) {
    return `Coordonatele trebuie să fie în WGS84 (EPSG:4326), nu în ${String(crs).slice(0, 60)}.`
  }
  if (root.type === 'FeatureCollection') {
    if (!Array.isArray(root.features)) return 'Fișierul nu este GeoJSON: lista „features” lipsește.'
    return root.features.map((feature) => asObject(feature) ?? {})
  }
  if (root.type === 'Feature') return [root]
  if (root.type === 'Polygon' || root.type === 'MultiPolygon') return [{ geometry: root }]
  return 'Fișierul nu este GeoJSON cu zone: se așteaptă FeatureCollection, Feature, Polygon sau MultiPolygon.'
}

function zonesIn(feature: Json, key: string, inputs: ReadInputs): ReadZone[] {
  const properties = asObject(feature.properties) ?? {}
  const name = textOf(properties, NAME_KEYS)
  const color = colourOf(properties)
  const geometry = asObject(feature.geometry)
  const polygons = polygonsOf(geometry)
  if (typeof polygons === 'string') return [judged({ key, name, color, rings: [] }, inputs, [polygons])]
  if (polygons.length === 1 || !inputs.fixes.has('parts')) {
    const zone = judged({ key, name, color, rings: polygons[0] ?? [] }, inputs)
    if (polygons.length > 1) {
      zone.errors.unshift(`Zona are ${polygons.length} părți separate; fiecare ar trebui să fie o zonă.`)
      zone.fixes.push('parts')
    }
    return [zone]
  }
  return polygons.map((rings, part) => {
    const numbered = name === '' ? '' : `${name} ${part + 1}`
    return judged({ key: `${key}.${part + 1}`, name: numbered, color, rings }, inputs)
  })
}

/** Each polygon is a list of rings, the outline first. */
function polygonsOf(geometry: Json | null): unknown[][] | string {
  if (!geometry) return 'Elementul nu are geometrie.'
  const { type, coordinates } = geometry
  if (type !== 'Polygon' && type !== 'MultiPolygon') {
    return `Un element de tip ${String(type).slice(0, 30)} nu este o zonă.`
  }
  const polygons = type === 'Polygon' ? [coordinates] : coordinates
  if (!Array.isArray(polygons) || polygons.length === 0 || polygons.length > MAX_ZONES) return NO_COORDINATES
  return polygons.every((rings) => Array.isArray(rings)) ? (polygons as unknown[][]) : NO_COORDINATES
}

const NO_COORDINATES = 'Coordonatele elementului nu pot fi citite.'

interface Found {
  key: string
  name: string
  color: string | null
  rings: readonly unknown[]
}

function judged(found: Found, { fixes, names }: ReadInputs, known: string[] = []): ReadZone {
  const { key, color, rings } = found
  const name = (names[key] ?? found.name).trim()
  const zone: ReadZone = {
    key,
    name,
    color,
    ring: [],
    squareMetres: 0,
    errors: [...nameErrors(name), ...known],
    fixes: [],
  }
  if (known.length > 0) return zone
  const read = pointsOf(rings[0])
  if (typeof read === 'string') return { ...zone, errors: [...zone.errors, read] }
  if (rings.length > 1 && !fixes.has('fill')) {
    zone.errors.push('Zona are goluri. O zonă mai mică desenată în gol are oricum întâietate: golul se poate umple.')
    zone.fixes.push('fill')
  }
  const tidy = tidyRing(read)
  const isSwapped = ringFault(tidy)?.kind === 'swapped'
  const ring = isSwapped && fixes.has('turn') ? turnedRing(tidy) : tidy
  const fault = ringFault(ring)
  if (fault?.kind === 'swapped') zone.fixes.push('turn')
  if (fault) zone.errors.push(ringFaultText(fault, ring.length))
  const isDrawable = ring.length >= 3 && ring.length <= ZONE_LIMITS.points
  return { ...zone, ring: isDrawable ? ring : [], squareMetres: isDrawable ? ringSquareMetres(ring) : 0 }
}

function pointsOf(ring: unknown): Point[] | string {
  if (!Array.isArray(ring)) return NO_COORDINATES
  const points: Point[] = []
  for (const [index, position] of ring.entries()) {
    const [long, lat] = Array.isArray(position) ? (position as unknown[]) : []
    if (!isDegrees(long) || !isDegrees(lat)) return `Punctul ${index + 1} nu are coordonate numerice.`
    points.push({ lat: Math.round(lat * DECIMALS) / DECIMALS, long: Math.round(long * DECIMALS) / DECIMALS })
  }
  return points
}

function isDegrees(value: unknown): value is number {
  return typeof value === 'number' && Math.abs(value) <= 180
}

function nameErrors(name: string): string[] {
  if (name === '') return ['Zona nu are nume.']
  if ([...name].length > ZONE_LIMITS.nameLetters)
    return [`Numele: ${tooLongText(ZONE_LIMITS.nameLetters).toLowerCase()}.`]
  return hasForbiddenCharacter(name) ? [`Numele: ${FORBIDDEN_TEXT.toLowerCase()}.`] : []
}

function textOf(properties: Json, keys: readonly string[]): string {
  for (const key of keys) {
    const value = properties[key]
    if (typeof value === 'string' && value.trim() !== '') return value.trim()
    if (typeof value === 'number' && Number.isFinite(value)) return String(value)
  }
  return ''
}

/** '#rrggbb' or '#rgb'; null for anything else, so that the map chooses a colour. */
function colourOf(properties: Json): string | null {
  const colour = textOf(properties, COLOUR_KEYS).toLowerCase()
  const long = /^#[0-9a-f]{3}$/.test(colour)
    ? `#${[...colour.slice(1)].map((digit) => digit + digit).join('')}`
    : colour
  return ZONE_COLOUR.test(long) ? long : null
}

function asObject(value: unknown): Json | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : null
}

/** Builds a GeoJSON document (RFC 7946): longitude first, outlines closed and counter-clockwise. */
export function zonesAsFile(zones: readonly (Polygon & { company: string })[]): string {
  return JSON.stringify({
    type: 'FeatureCollection',
    features: zones.map(({ id, name, color, company, paths }) => ({
      type: 'Feature',
      id,
      properties: { name, color, company },
      geometry: { type: 'Polygon', coordinates: [outline(paths)] },
    })),
  })
}

function outline(paths: Polygon['paths']): [number, number][] {
  const ring = paths.map(({ lat, long }): [number, number] => [long, lat])
  const turning = ring.reduce((sum, [long, lat], index) => {
    const [nextLong, nextLat] = ring[(index + 1) % ring.length] ?? [long, lat]
    return sum + (long * nextLat - nextLong * lat)
  }, 0)
  const ordered = turning < 0 ? ring.toReversed() : ring
  return [...ordered, ...ordered.slice(0, 1)]
}
