/** OpenStreetMap tags that decide whether, and how fast, a taxi may drive. */
type Tags = Readonly<Record<string, string>>

export interface RoadRule {
  /** The speed that a car really reaches there, not the limit of the sign. */
  kmPerHour: number
  forward: boolean
  backward: boolean
}

interface RoadClass {
  /** The limit where no sign is mapped (Romanian law, or the design speed of the class). */
  limit: number
  /** The maximum real speed there, whatever the sign says. */
  max: number
}

const CLASSES: Record<string, RoadClass> = {
  motorway: { limit: 130, max: 130 },
  motorway_link: { limit: 60, max: 80 },
  trunk: { limit: 90, max: 110 },
  trunk_link: { limit: 50, max: 70 },
  primary: { limit: 60, max: 100 },
  primary_link: { limit: 50, max: 70 },
  secondary: { limit: 50, max: 90 },
  secondary_link: { limit: 50, max: 70 },
  tertiary: { limit: 50, max: 80 },
  tertiary_link: { limit: 40, max: 60 },
  unclassified: { limit: 50, max: 70 },
  residential: { limit: 40, max: 45 },
  road: { limit: 40, max: 45 },
  living_street: { limit: 20, max: 20 },
  service: { limit: 20, max: 25 },
  track: { limit: 20, max: 25 },
  pedestrian: { limit: 10, max: 10 },
}
/** Junctions, lights and other cars leave this share of the limit. */
const SHARE_OF_LIMIT = 0.8

/** Named zones of `maxspeed`, as the Romanian law sets them. */
const ZONE_LIMITS: Record<string, number> = {
  'RO:urban': 50,
  'RO:rural': 90,
  'RO:trunk': 100,
  'RO:motorway': 130,
  'RO:living_street': 20,
  walk: 7,
  none: 130,
}
const KM_PER_MILE = 1.609

/** From the most specific tag to the most general; a taxi is both public service and a motor car. */
const WHO_MAY_DRIVE = ['taxi', 'psv', 'motorcar', 'motor_vehicle', 'vehicle', 'access'] as const
const CLOSED = new Set(['no', 'private', 'agricultural', 'forestry', 'military', 'emergency', 'use_sidepath'])
/** Roads that are open only when a tag allows cars. */
const CLOSED_UNASKED = new Set(['pedestrian'])
const PAVED = /^(asphalt|paved|concrete|paving_stones|compacted)/
const NO_THROUGH_SERVICE = new Set(['emergency_access', 'drive-through'])

/** Speed and directions of a taxi on a way; null when it may not drive there. */
export function roadOf(tags: Tags): RoadRule | null {
  const kind = CLASSES[tags.highway ?? '']
  if (!kind || tags.area === 'yes' || !mayDrive(tags)) return null
  const way = directionOf(tags)
  if (!way) return null
  const limit = Math.min(limitOf(tags.maxspeed) ?? kind.limit, kind.max)
  return { kmPerHour: Math.max(5, Math.round(limit * SHARE_OF_LIMIT)), ...way }
}

function mayDrive(tags: Tags): boolean {
  if (NO_THROUGH_SERVICE.has(tags.service ?? '')) return false
  const word = WHO_MAY_DRIVE.find((key) => tags[key] !== undefined)
  const sign = word && tags[word]
  if (sign && CLOSED.has(sign)) return false
  if (CLOSED_UNASKED.has(tags.highway ?? '')) return sign !== undefined && word !== 'access'
  if (tags.highway === 'track') return (sign !== undefined && word !== 'access') || isGoodTrack(tags)
  return true
}

function isGoodTrack({ tracktype, surface }: Tags): boolean {
  return tracktype === 'grade1' || PAVED.test(surface ?? '')
}

/** Null when the direction is unknown. */
function directionOf(tags: Tags): Pick<RoadRule, 'forward' | 'backward'> | null {
  if (tags['oneway:taxi'] === 'no' || tags['oneway:psv'] === 'no') return { forward: true, backward: true }
  switch (tags['oneway:motorcar'] ?? tags.oneway) {
    case 'yes':
    case 'true':
    case '1':
      return { forward: true, backward: false }
    case '-1':
    case 'reverse':
      return { forward: false, backward: true }
    case 'reversible':
    case 'alternating':
      return null
    case 'no':
    case 'false':
    case '0':
      return { forward: true, backward: true }
  }
  const isImplied = tags.junction === 'roundabout' || tags.junction === 'circular' || tags.highway === 'motorway'
  return { forward: true, backward: !isImplied }
}

/** Parses '50', '30 mph', 'RO:urban'; null when it is missing or unknown. */
function limitOf(sign: string | undefined): number | null {
  if (!sign) return null
  const zone = ZONE_LIMITS[sign]
  if (zone) return zone
  const [, digits, miles] = /^(\d{1,3})\s*(mph)?$/.exec(sign.split(';')[0]?.trim() ?? '') ?? []
  if (!digits || Number(digits) === 0) return null
  return miles ? Number(digits) * KM_PER_MILE : Number(digits)
}
