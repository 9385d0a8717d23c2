import { placeLetter } from '@dispecerat/domain/order'
import type { Pin } from '../map/use-pins.ts'

/** The lettered pins of an order's places; a place without a point, which was typed and not chosen, has none and keeps its letter. */
export function placePins(places: readonly ((Omit<Pin, 'letter' | 'title'> & { name: string }) | null)[]): Pin[] {
  return places.flatMap((place, index) =>
    place === null ? [] : { letter: placeLetter(index), title: place.name, lat: place.lat, long: place.long },
  )
}
