interface Placed {
  id: number
  isDeleted: boolean
}

/**
 * The whole list in its new order: the standing intervals as `standing` says, each removed one still behind the interval
 * it stood behind, so that it comes back to its place.
 */
export function placeInOrder(before: readonly Placed[], standing: readonly number[]): number[] {
  const top: number[] = []
  const removedBehind = new Map<number, number[]>(standing.map((id) => [id, []]))
  let removed = top
  for (const { id, isDeleted } of before) {
    if (isDeleted) removed.push(id)
    else removed = removedBehind.get(id) ?? top
  }
  return [...top, ...standing.flatMap((id) => [id, ...(removedBehind.get(id) ?? [])])]
}
