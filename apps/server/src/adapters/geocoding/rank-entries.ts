import type { AddressReading } from '@dispecerat/domain/geography/address-text'
import { foldText, splitStreetName } from '@dispecerat/domain/geography/address-text'
import { PLACE_KIND_TERMS } from '@dispecerat/domain/geography/address-words'
import { metresBetween, type Point } from '@dispecerat/domain/kernel/geo'
import type { Entry } from './gazetteer.store.ts'
import { AREA_PREFIXES, type LocatedReading } from './read-typed.ts'
import { likeness } from './word-likeness.ts'

export interface Near {
  centre: Point
  radiusMetres: number
}

/** An address within this distance of a neighbourhood's middle belongs to it; on most maps neighbourhoods have no borders. */
const NEIGHBOURHOOD_METRES = 1500
const FAR_FROM_NEIGHBOURHOOD_METRES = 4000

/** Parts of an entry that the score needs, folded once for all readings. */
interface ReadEntry {
  entry: Entry
  name: readonly string[]
  beside: readonly string[]
  locality: string
  detail: string
  isFormerName: boolean
}

export function readEntry(entry: Entry): ReadEntry {
  const [locality, detail] = [foldText(entry.locality), foldText(entry.detail)]
  return {
    entry,
    name: entry.core.split(' '),
    beside: foldText(`${entry.locality} ${entry.detail}`).split(' '),
    locality,
    detail,
    isFormerName: entry.kind === 'street' && splitStreetName(entry.name).core !== entry.core,
  }
}

/**
 * Scores the fit of an entry to a reading, about 0 to 1.2. The typed words weigh most, then how much of the entry's name they cover, then
 * type, settlement, fame and distance. Weights are a judgement, checked by the query tables in the tests.
 */
export function scoreOf(read: ReadEntry, reading: LocatedReading, near: Near, wantsHouse: boolean): number {
  const { entry, name, beside } = read
  const used = new Set<number>()
  let sum = 0
  let strange = 0
  let counted = 0
  for (const word of reading.words) {
    const { quality, at } = bestMatch(word, name, used)
    const elsewhere = beside.some((other) => other === word || (word.length > 2 && other.startsWith(word))) ? 0.7 : 0
    const match = Math.max(quality, elsewhere)
    if (match === 0 && PLACE_KIND_TERMS.has(word)) {
      strange += 0.3
      continue
    }
    if (quality >= Math.max(elsewhere, 0.5)) used.add(at)
    counted++
    sum += match
    if (match === 0) strange++
  }
  const words = 0.62 * (sum / Math.max(1, counted)) + 0.16 * (used.size / name.length) - 0.08 * strange
  const exact = entry.core === reading.words.join(' ') ? 0.08 : 0
  const kind = typeScore(read, reading) + houseScore(entry, wantsHouse) + fameScore(read)
  return words + exact + kind - farScore(read, reading, near)
}

function typeScore({ entry, detail }: ReadEntry, reading: AddressReading): number {
  if (entry.kind === 'stop' && reading.words.some((word) => AREA_PREFIXES.has(word))) return 0.15
  if (reading.type === '') return 0
  if (reading.type === 'cartierul') return entry.kind === 'suburb' ? 0.1 : -0.1
  if (entry.type === reading.type) return 0.1
  if (entry.kind === 'street') return -0.03
  return detail.startsWith(reading.type) ? 0.05 : -0.1
}

/** Only streets have house numbers. */
function houseScore(entry: Entry, wantsHouse: boolean): number {
  if (!wantsHouse) return 0
  return entry.kind === 'street' ? 0.06 : -0.12
}

/** Clients wait at houses: a bus stop, and a street's former name, rank behind whatever has the name today. */
function fameScore({ entry, isFormerName }: ReadEntry): number {
  const fame = 0.12 * entry.weight
  if (entry.kind === 'stop') return fame - 0.1
  if (entry.kind !== 'street') return fame
  return fame + (isFormerName ? -0.1 : 0.02)
}

function farScore({ entry, locality }: ReadEntry, reading: LocatedReading, near: Near): number {
  const far = 0.06 * Math.min(1, metresBetween(entry, near.centre) / near.radiusMetres)
  const { area } = reading
  if (area === null) return far
  if (area.kind === 'settlement') return locality === area.name ? far - 0.1 : far + 0.15
  const away = Math.min(...area.middles.map((middle) => metresBetween(middle, entry)))
  if (away <= NEIGHBOURHOOD_METRES) return far - 0.12
  const beyond = (away - NEIGHBOURHOOD_METRES) / (FAR_FROM_NEIGHBOURHOOD_METRES - NEIGHBOURHOOD_METRES)
  return far - 0.12 + 0.3 * Math.min(1, beyond)
}

function bestMatch(word: string, name: readonly string[], used: ReadonlySet<number>): { quality: number; at: number } {
  let best = { quality: 0, at: -1 }
  name.forEach((other, at) => {
    if (used.has(at)) return
    const quality = likeness(word, other)
    if (quality > best.quality) best = { quality, at }
  })
  return best
}
