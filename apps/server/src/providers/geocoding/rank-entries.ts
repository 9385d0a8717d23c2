import type { AddressReading } from '@dispecerat/domain/address-text'
import { foldText, splitStreetName } from '@dispecerat/domain/address-text'
import { metresBetween, type Point } from '@dispecerat/domain/geo'
import type { Entry } from './gazetteer.store.ts'

/** A reading whose last or first words turned out to be a settlement. */
export interface LocatedReading extends AddressReading {
  locality: string | null
}

export interface Near {
  centre: Point
  radiusMetres: number
}

/**
 * How well an entry answers a reading, about 0 to 1.2. The typed words weigh most, then how much of the entry's name
 * they cover, then type, settlement, fame and distance. Weights are a judgement, checked by the query tables in the tests.
 */
export function scoreOf(entry: Entry, reading: LocatedReading, near: Near, wantsHouse: boolean): number {
  const name = entry.core.split(' ')
  const beside = foldText(`${entry.locality} ${entry.detail}`).split(' ')
  const used = new Set<number>()
  let sum = 0
  let strange = 0
  for (const word of reading.words) {
    const { quality, at } = bestMatch(word, name, used)
    const elsewhere = beside.some((other) => other === word || (word.length > 2 && other.startsWith(word))) ? 0.7 : 0
    if (quality >= Math.max(elsewhere, 0.5)) used.add(at)
    sum += Math.max(quality, elsewhere)
    if (Math.max(quality, elsewhere) === 0) strange++
  }
  const words = 0.62 * (sum / Math.max(1, reading.words.length)) + 0.16 * (used.size / name.length) - 0.08 * strange
  const exact = entry.core === reading.words.join(' ') ? 0.08 : 0
  const kind = typeScore(entry, reading) + houseScore(entry, wantsHouse) + fameScore(entry)
  return words + exact + kind - farScore(entry, reading, near)
}

function typeScore(entry: Entry, reading: AddressReading): number {
  if (reading.type === '') return 0
  if (reading.type === 'cartierul') return entry.kind === 'suburb' ? 0.1 : -0.1
  if (entry.type === reading.type) return 0.1
  if (entry.kind === 'street') return -0.03
  return foldText(entry.detail).startsWith(reading.type) ? 0.05 : -0.1
}

/** Only streets have house numbers. */
function houseScore(entry: Entry, wantsHouse: boolean): number {
  if (!wantsHouse) return 0
  return entry.kind === 'street' ? 0.06 : -0.12
}

/** Clients wait at doors: a bus stop, and a street's former name, stand behind whatever carries the name today. */
function fameScore(entry: Entry): number {
  const fame = 0.12 * entry.weight
  if (entry.kind === 'stop') return fame - 0.1
  if (entry.kind !== 'street') return fame
  const isFormerName = splitStreetName(entry.name).core !== entry.core
  return fame + (isFormerName ? -0.1 : 0.02)
}

function farScore(entry: Entry, reading: LocatedReading, near: Near): number {
  const far = 0.06 * Math.min(1, metresBetween(entry, near.centre) / near.radiusMetres)
  if (reading.locality === null) return far
  return foldText(entry.locality) === reading.locality ? far - 0.1 : far + 0.15
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

/** 1 for the same word, less for a beginning of it, less again for one or two typing errors. */
function likeness(typed: string, word: string): number {
  if (typed === word) return 1
  if (word.startsWith(typed)) return 0.75 + (0.2 * typed.length) / word.length
  if (typed.length < 4) return 0
  const whole = typingErrors(typed, word)
  if (whole <= 1) return 0.82
  if (whole === 2 && typed.length >= 6) return 0.62
  const beginning = word.length > typed.length ? typingErrors(typed, word.slice(0, typed.length)) : 3
  return beginning <= 1 ? 0.7 : 0
}

/** Letters wrong, missing, extra or swapped with the next; 3 means "three or more". */
export function typingErrors(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 2) return 3
  let twoBack: number[] = []
  let before = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1
      const plain = Math.min((before[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (before[j - 1] ?? 0) + same)
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? (twoBack[j - 2] ?? 0) + 1 : 3
      row.push(Math.min(plain, swapped))
    }
    twoBack = before
    before = row
  }
  return Math.min(3, before[b.length] ?? 3)
}
