import type { AddressQuery, AddressReading } from '@dispecerat/domain/geography/address-text'
import { STREET_TYPES } from '@dispecerat/domain/geography/address-words'
import type { Point } from '@dispecerat/domain/kernel/geo'
import type { CityMemory } from './city-memory.ts'

/** The area in which a reading places its name. */
type Area = { kind: 'settlement'; name: string } | { kind: 'neighbourhood'; middles: readonly Point[] }

/** A reading whose last or first words are a settlement or a neighbourhood. */
export interface LocatedReading extends AddressReading {
  area: Area | null
}

/** 'stația Tractorul' is a stop of that name, not any stop in that neighbourhood. */
export const AREA_PREFIXES: ReadonlySet<string> = new Set(['statia', 'statie', 'statiei', 'cartierul', 'zona'])
const TYPE_SPELLINGS = [...STREET_TYPES.keys()]
const MAX_AREA_WORDS = 3
const MIN_CUT = 8

/** Every reading of the typed text in this city: 'lunga 12 brasov' is also 'lunga 12' in Brașov. */
export function readTyped(query: AddressQuery, city: CityMemory): LocatedReading[] {
  return query.readings.flatMap((reading) => {
    const spaced = withSpaces(reading, city)
    return [...located(spaced, city), { ...spaced, area: null }]
  })
}

function withSpaces(reading: AddressReading, city: CityMemory): AddressReading {
  const words = reading.words.flatMap((word) => apart(word, city))
  const type = STREET_TYPES.get(words[0] ?? '')
  const isNewType = type !== undefined && words.length > reading.words.length && reading.type === ''
  return isNewType ? { ...reading, type, words: words.slice(1) } : { ...reading, words }
}

/** A word that is the prefix of no name may be two words typed together. */
function apart(word: string, { vocabulary }: CityMemory): string[] {
  if (vocabulary.hasBeginning(word)) return [word]
  const numbered = /^(\d{1,2})([a-z]{3,})$/.exec(word)
  if (numbered) return [numbered[1] ?? '', numbered[2] ?? '']
  return (word.length >= MIN_CUT && vocabulary.cutInTwo(word)) || [word]
}

function located(reading: AddressReading, city: CityMemory): LocatedReading[] {
  const { words } = reading
  for (let count = Math.min(MAX_AREA_WORDS, words.length - 1); count > 0; count--) {
    const ends = [
      { named: words.slice(-count), rest: words.slice(0, -count) },
      { named: words.slice(0, count), rest: words.slice(count) },
    ]
    for (const { named, rest } of ends) {
      const area = rest.every((word) => AREA_PREFIXES.has(word)) ? null : areaOf(named.join(' '), city)
      if (area) return [{ ...reading, words: rest, area }]
    }
  }
  return []
}

function areaOf(name: string, { settlements, neighbourhoods }: CityMemory): Area | null {
  if (settlements.has(name)) return { kind: 'settlement', name }
  const middles = neighbourhoods.get(name)
  return middles ? { kind: 'neighbourhood', middles } : null
}

/** 'strad', 'bulev': an incomplete street type, or one without a name. */
export function beginsStreetType(word: string): boolean {
  return word !== '' && TYPE_SPELLINGS.some((spelling) => spelling.startsWith(word))
}
