import type { Cell, TableColumn, TableRow } from './table-columns.ts'
import { wallText } from './wall-clock.ts'

/** The value of a row in a column; null when it is empty. */
export function readCell({ key, kind = 'text' }: TableColumn, row: TableRow): Cell | null {
  const value = row[key]
  if (value === null || value === undefined || value === '') return null
  switch (kind) {
    case 'number':
    case 'ron':
      return typeof value === 'number' ? { kind, value } : textCell(value)
    case 'bani':
      return typeof value === 'number' ? { kind: 'ron', value: value / 100 } : textCell(value)
    case 'time': {
      const wall = wallText(value)
      return wall === '' ? textCell(value) : { kind, wall }
    }
    case 'date':
      return { kind, wall: String(value).slice(0, 10) }
    default:
      return textCell(value)
  }
}

function textCell(value: unknown): Cell {
  if (typeof value === 'boolean') return { kind: 'text', text: value ? 'da' : 'nu' }
  if (Array.isArray(value)) return { kind: 'text', text: value.join(', ') }
  return { kind: 'text', text: String(value) }
}
