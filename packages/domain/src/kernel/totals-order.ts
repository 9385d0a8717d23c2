type Figure = string | number | null | undefined

/** Sorts rows by one figure: 'cost', or '-cost' for descending; rows without the figure come last either way. */
export function sortedBy<Row>(
  rows: readonly Row[],
  sort: string | undefined,
  figureOf: (row: Row, key: string) => Figure,
): readonly Row[] {
  if (sort === undefined) return rows
  const key = sort.replace('-', '')
  const way = sort.startsWith('-') ? -1 : 1
  return rows.toSorted((a, b) => {
    const [mine, other] = [figureOf(a, key) ?? null, figureOf(b, key) ?? null]
    if (mine === null || other === null) return Number(mine === null) - Number(other === null)
    if (typeof mine === 'number' && typeof other === 'number') return way * (mine - other)
    return way * String(mine).localeCompare(String(other), 'ro', { numeric: true })
  })
}
