import { foldText, type HouseNumber } from '@dispecerat/domain/geography/address-text'
import type { Entry } from './gazetteer.store.ts'
import type { FoundPlace } from './geocoding.ts'
import type { GazetteerPlace } from './place-ids.ts'

/** 'Strada Lungă 12A, bl. 30 sc. B, Brașov' · 'Kaufland (Calea București 108), Brașov' · 'Astra, Brașov' · 'Sânpetru'. */
export function nameOf(entry: Entry, { house, bloc, scara }: Omit<GazetteerPlace, 'id'>): string {
  const number = house ? ` ${shownNumber(house)}` : ''
  const detail = entry.detail && !foldText(entry.detail).includes(foldText(entry.name)) ? ` (${entry.detail})` : ''
  const building = [bloc && `bl. ${bloc.toUpperCase()}`, scara && `sc. ${scara.toUpperCase()}`]
    .filter(Boolean)
    .join(' ')
  const isOwnTown = foldText(entry.name) === foldText(entry.locality)
  return [`${entry.name}${number}${detail}`, building, isOwnTown ? '' : entry.locality].filter(Boolean).join(', ')
}

/** 'Strada Lungă colț cu Strada Mureșenilor, Brașov' */
export function crossingNameOf(one: Entry, other: Entry): string {
  return [`${one.name} colț cu ${other.name}`, one.locality].filter(Boolean).join(', ')
}

export function partsOf(entry: Entry, house: HouseNumber | null): FoundPlace['parts'] {
  const street = entry.kind === 'street' ? entry.name : null
  return { street, number: house ? shownNumber(house) : null, locality: entry.locality || null }
}

function shownNumber({ number, suffix }: HouseNumber): string {
  return `${number}${suffix === 'bis' ? ' bis' : suffix.toUpperCase()}`
}
