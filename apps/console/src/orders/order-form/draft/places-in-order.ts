/* Not in its component's file, which exports only components: the unit test imports this. */
import type { PlaceView } from '@dispecerat/contract/orders/order-shapes'

/** The order's addresses, followed by the one being edited although a colleague has deleted it. */
export function placesWithEdited(places: readonly PlaceView[], edited: PlaceView | null): PlaceView[] {
  const isThere = edited === null || places.some(({ id }) => id === edited.id)
  return isThere ? [...places] : [...places, edited]
}

/** The ids with one of them moved by this many positions, limited to the ends. */
export function moveId(ids: readonly number[], id: number, by: number): number[] {
  const from = ids.indexOf(id)
  if (from < 0) return [...ids]
  const to = Math.min(Math.max(from + by, 0), ids.length - 1)
  return ids.toSpliced(from, 1).toSpliced(to, 0, id)
}

/** The addresses sorted like the ids; an address whose id is missing comes last. */
export function sortByIds(places: readonly PlaceView[], ids: readonly number[]): PlaceView[] {
  const rank = ({ id }: PlaceView) => (ids.includes(id) ? ids.indexOf(id) : ids.length)
  return [...places].sort((a, b) => rank(a) - rank(b))
}
