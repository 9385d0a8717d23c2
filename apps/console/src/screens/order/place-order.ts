import type { PlaceView } from '@dispecerat/contract/order-shapes'

/** The order's addresses, and after them the one that is being edited though a colleague has deleted it. */
export function shownPlaces(places: readonly PlaceView[], edited: PlaceView | null): PlaceView[] {
  const isThere = edited === null || places.some(({ id }) => id === edited.id)
  return isThere ? [...places] : [...places, edited]
}

/** The ids with one of them so many places further down; the ends stop it. */
export function movedBy(ids: readonly number[], id: number, by: number): number[] {
  const from = ids.indexOf(id)
  if (from < 0) return [...ids]
  const to = Math.min(Math.max(from + by, 0), ids.length - 1)
  return ids.toSpliced(from, 1).toSpliced(to, 0, id)
}

/** The addresses as the ids say; one the ids do not know comes last. */
export function inOrder(places: readonly PlaceView[], ids: readonly number[]): PlaceView[] {
  const rank = ({ id }: PlaceView) => (ids.includes(id) ? ids.indexOf(id) : ids.length)
  return [...places].sort((a, b) => rank(a) - rank(b))
}
