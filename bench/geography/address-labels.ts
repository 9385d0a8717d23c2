import type { Point } from '@dispecerat/domain/kernel/geo'
import type { CityNames, Door, Named } from './city-names.ts'
import { misspelt } from './typing-errors.ts'

export interface Label {
  ids: ReadonlySet<number>
  door?: Pick<Door, 'number' | 'suffix' | 'bloc'>
  /** Set for a crossing: an answer within 60 m of one of these points is right. */
  points?: readonly Point[]
}

export interface Draw {
  city: CityNames
  random: () => number
  streets: Named[]
  places: Named[]
  /** The word in front of a place's name by the kind of place ('restaurant'), by the folded name. */
  sorts: ReadonlyMap<string, string>
}

export function pick<T>(all: readonly T[], random: () => number): T {
  const one = all[Math.floor(random() * all.length)]
  if (one === undefined) throw new Error('nothing to draw from')
  return one
}

export function sameName({ byCore }: CityNames, one: Named): Named[] {
  return byCore.get(one.core) ?? []
}

export function idsOf(named: readonly Named[]): Set<number> {
  return new Set(named.map(({ id }) => id))
}

export function label(city: CityNames, one: Named, door?: Door): Label {
  return { ids: idsOf(sameName(city, one)), ...(door ? { door: { ...door, bloc: null } } : {}) }
}

export function typedLabel(city: CityNames, one: Named, door?: Door): Label {
  const ids = idsOf(sameName(city, one).filter(({ type }) => type === one.type))
  return { ids, ...(door ? { door: { ...door, bloc: null } } : {}) }
}

export function aDoor({ city, random, streets }: Draw, fits: (door: Door) => boolean) {
  const door = pick(city.doors, random)
  const street = streets.find(({ id }) => id === door.streetId)
  return street && fits(door) ? { street, door } : null
}

export function numberOf({ number, suffix }: Door): string {
  return `${number}${suffix}`
}

/** Misspells one word of at least five letters, and sometimes both of two long ones; null when the result is another name of the city. */
export function wrong({ city, random }: Draw, core: string): string | null {
  const words = core.split(' ')
  const long = words.flatMap((word, at) => (word.length >= 5 && !/\d/.test(word) ? [at] : []))
  const [first, ...others] = long.sort(() => random() - 0.5)
  if (first === undefined) return null
  words[first] = misspelt(words[first] ?? '', random)
  const [second] = others
  if (second !== undefined && random() < 0.2) words[second] = misspelt(words[second] ?? '', random)
  const typed = words.join(' ')
  return typed === core || city.byCore.has(typed) ? null : typed
}

export function shortestOwn({ city }: Draw, known: readonly Named[], one: Named, word: string): string | null {
  const others = [...known, ...city.named.filter(({ kind }) => kind === 'locality' || kind === 'suburb')]
  for (let length = 4; length < word.length; length++) {
    const start = word.slice(0, length)
    const rival = others.some(({ core }) => core !== one.core && core.split(' ').some((part) => part.startsWith(start)))
    if (!rival) return start
  }
  return null
}

/** Writes ş and ţ with a cedilla, as old keyboards and postal lists do. */
export function cedilla(name: string): string {
  return name.replace(/ș/g, 'ş').replace(/ț/g, 'ţ').replace(/Ș/g, 'Ş').replace(/Ț/g, 'Ţ')
}
