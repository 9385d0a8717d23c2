interface Placed {
  id: number
  isDeleted: boolean
}

/**
 * The whole list in its new order: existing intervals as in `current`, each deleted one still behind the interval it was behind, so that
 * restoring it puts it back in its place.
 */
export function placeInOrder(before: readonly Placed[], current: readonly number[]): number[] {
  const top: number[] = []
  const removedBehind = new Map<number, number[]>(current.map((id) => [id, []]))
  let removed = top
  for (const { id, isDeleted } of before) {
    if (isDeleted) removed.push(id)
    else removed = removedBehind.get(id) ?? top
  }
  return [...top, ...current.flatMap((id) => [id, ...(removedBehind.get(id) ?? [])])]
}
