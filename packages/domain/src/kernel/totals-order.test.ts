import { expect, test } from 'vitest'
import { sortedBy } from './totals-order.ts'

interface Row {
  name: string
  cost: number | null
}

const ROWS: readonly Row[] = [
  { name: 'Șerban 12', cost: 3 },
  { name: 'Ana 7', cost: null },
  { name: 'Șerban 3', cost: 20 },
]
const names = (sort: string | undefined) =>
  sortedBy(ROWS, sort, (row, key) => row[key as keyof Row]).map(({ name }) => name)

test('numbers are sorted numerically both ways, and rows without the figure come last both ways', () => {
  expect(names('cost')).toEqual(['Șerban 12', 'Șerban 3', 'Ana 7'])
  expect(names('-cost')).toEqual(['Șerban 3', 'Șerban 12', 'Ana 7'])
})

test('names are sorted in Romanian order, numbers in them by value', () => {
  expect(names('name')).toEqual(['Ana 7', 'Șerban 3', 'Șerban 12'])
})

test('without an order, or by a figure no row has, the rows stay as they came', () => {
  const asTheyCame = ROWS.map(({ name }) => name)
  expect(names(undefined)).toEqual(asTheyCame)
  expect(names('-commission')).toEqual(asTheyCame)
})
