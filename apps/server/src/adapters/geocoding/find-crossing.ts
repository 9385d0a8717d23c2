import { metresBetween, type Point } from '@dispecerat/domain/kernel/geo'
import type { Db } from '../../platform/db/database.ts'
import type { Answer } from './find-entries.ts'
import * as store from './gazetteer.store.ts'
import type { FoundPlace } from './geocoding.ts'
import { placeIdOf } from './place-ids.ts'
import { crossingNameOf } from './place-names.ts'

/** Number of streets of each side that are combined. */
const MAX_STREETS = 8
/** Streets with a lower score are not considered for a crossing. */
const MIN_SCORE = 0.5
/** Lines within this distance without a shared point meet at a square or a roundabout. */
const MEETING_METRES = 45
const MAX_CROSSINGS = 3

interface Meeting extends Point {
  one: store.Entry
  other: store.Entry
  score: number
}

/** Crossings of streets from two lists, the best pair first; [] when none meet. */
export async function findCrossings(
  db: Db,
  datasetId: number,
  [ones, others]: readonly [Answer[], Answer[]],
): Promise<FoundPlace[]> {
  const [left, right] = [streetsOf(ones), streetsOf(others)]
  if (left.size === 0 || right.size === 0) return []
  const sides = { ones: [...left.keys()], others: [...right.keys()] }
  const shared = await store.sharedPoints(db, datasetId, sides)
  const points = shared.length > 0 ? shared : await nearMeetings(db, datasetId, sides)
  const meetings = new Map<string, Meeting>()
  for (const { one, other, lat, long } of points) {
    const [a, b] = [left.get(one), right.get(other)]
    const key = `${one} ${other}`
    if (a && b && !meetings.has(key))
      meetings.set(key, { one: a.entry, other: b.entry, score: a.score + b.score, lat, long })
  }
  const sorted = [...meetings.values()].sort((a, b) => b.score - a.score)
  return sorted.slice(0, MAX_CROSSINGS).map(crossingPlace)
}

/** The crossing of a place id; null when the streets no longer meet. */
export async function crossingOf(
  db: Db,
  datasetId: number,
  one: store.Entry,
  other: store.Entry,
): Promise<FoundPlace | null> {
  const sides = { ones: [one.id], others: [other.id] }
  const [shared] = await store.sharedPoints(db, datasetId, sides)
  const [point] = shared ? [shared] : await nearMeetings(db, datasetId, sides)
  return point ? crossingPlace({ one, other, score: 1, lat: point.lat, long: point.long }) : null
}

function streetsOf(answers: Answer[]): Map<number, Answer> {
  const streets = answers.filter(({ entry, score }) => entry.kind === 'street' && score >= MIN_SCORE)
  return new Map(streets.slice(0, MAX_STREETS).map((answer) => [answer.entry.id, answer]))
}

async function nearMeetings(db: Db, datasetId: number, { ones, others }: { ones: number[]; others: number[] }) {
  const spots = await store.linesOf(db, datasetId, [ones[0] ?? 0, others[0] ?? 0])
  let best: (Point & { one: number; other: number }) | null = null
  let bestMetres = MEETING_METRES
  for (const a of spots) {
    if (a.streetId !== ones[0]) continue
    for (const b of spots) {
      if (b.streetId !== others[0] || b.streetId === a.streetId || Math.abs(a.lat - b.lat) > 0.0005) continue
      const away = metresBetween(a, b)
      if (away > bestMetres) continue
      bestMetres = away
      best = { one: a.streetId, other: b.streetId, lat: (a.lat + b.lat) / 2, long: (a.long + b.long) / 2 }
    }
  }
  return best ? [best] : []
}

function crossingPlace({ one, other, lat, long }: Meeting): FoundPlace {
  return {
    placeId: placeIdOf({ id: one.id, crosses: other.id, house: null, bloc: null, scara: null }),
    name: crossingNameOf(one, other),
    kind: 'street',
    parts: { street: one.name, number: null, locality: one.locality || null },
    precision: 'place',
    lat,
    long,
  }
}
