/** The saved order, with each unsaved id of `drawn` inserted after the neighbour it followed, or at the top. */
export function placeUnsaved(saved: readonly number[], drawn: readonly number[]): number[] {
  const top: number[] = []
  const behind = new Map<number, number[]>(saved.map((id) => [id, []]))
  let place = top
  for (const id of drawn) {
    if (id < 0) place.push(id)
    else place = behind.get(id) ?? place
  }
  return [...top, ...saved.flatMap((id) => [id, ...(behind.get(id) ?? [])])]
}
