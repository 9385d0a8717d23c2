import type { ImportError } from '@dispecerat/contract/office/imports'
import { CAR_CATEGORIES } from '@dispecerat/domain/fleet/car'
import type { ZodType } from 'zod'
import { romanianIssue } from '../../platform/http/romanian-issues.ts'
import type { ImportColumn, ImportPlan } from './import-columns.ts'
import type { MatchedColumn } from './match-columns.ts'
import type { TableLine } from './table-line.ts'

/** A valid row; fields are named as in the API. */
export interface ImportRow {
  row: number
  fields: Record<string, unknown>
}

export interface RowsRead {
  rows: ImportRow[]
  /** Valid cells of rows that have an invalid one, so that the remaining errors of these rows are reported in the same round. */
  partial: ImportRow[]
  errors: ImportError[]
}

/** Validates each row by the plan's shape; every invalid cell is reported with its row, column and text. */
export function readRows(plan: ImportPlan, columns: readonly MatchedColumn[], lines: readonly TableLine[]): RowsRead {
  const rows: ImportRow[] = []
  const partial: ImportRow[] = []
  const errors: ImportError[] = []
  for (const { row, cells } of lines) {
    const fields: Record<string, unknown> = {}
    for (const column of columns) {
      const cell = cells[column.index] ?? ''
      if (cell !== '') fields[column.field] = read(column, cell)
      else if (column.required) fields[column.field] = ''
    }
    const checked = plan.shape.safeParse(fields, { error: romanianIssue })
    if (checked.success) rows.push({ row, fields: checked.data })
    else {
      partial.push({ row, fields: fittingFields(plan, fields) })
      errors.push(
        ...checked.error.issues.map(({ path, message }) => errorAt(columns, row, cells, String(path[0]), message)),
      )
    }
  }
  const inOrder = [...rows, ...partial].sort((a, b) => a.row - b.row)
  errors.push(...repeated(plan, columns, inOrder))
  return { rows, partial, errors: errors.sort((a, b) => a.row - b.row) }
}

function fittingFields({ shape }: ImportPlan, fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(shape.shape).flatMap(([field, type]) => {
      const checked = (type as ZodType).safeParse(fields[field])
      return checked.success ? [[field, checked.data]] : []
    }),
  )
}

export function errorAt(
  columns: readonly MatchedColumn[],
  row: number,
  cells: readonly string[],
  field: string,
  message: string,
): ImportError {
  const column = columns.find((one) => one.field === field)
  return {
    row,
    column: column?.heading ?? null,
    value: column ? (cells[column.index] ?? '').slice(0, 80) : '',
    message,
  }
}

function repeated(plan: ImportPlan, columns: readonly MatchedColumn[], rows: readonly ImportRow[]): ImportError[] {
  return plan.unique.flatMap((field) => {
    const first = new Map<string, number>()
    return rows.flatMap(({ row, fields }): ImportError[] => {
      const value = keyOf(fields[field])
      if (value === null) return []
      const before = first.get(value)
      if (before === undefined) first.set(value, row)
      const heading = columns.find((one) => one.field === field)?.heading ?? null
      const message = `Se repetă: este și pe rândul ${before}`
      return before === undefined ? [] : [{ row, column: heading, value: String(fields[field]), message }]
    })
  })
}

/** Comparison key of a unique value; case is ignored. */
export function keyOf(value: unknown): string | null {
  return value === undefined || value === null || value === '' ? null : String(value).toLowerCase()
}

const CATEGORY_LABELS: Record<string, string> = {
  confort: 'comfort',
  motocicletă: 'moto',
  motocicleta: 'moto',
  bicicletă: 'bike',
  bicicleta: 'bike',
  furgonetă: 'van',
  furgoneta: 'van',
}

function read({ reads }: ImportColumn, cell: string): unknown {
  switch (reads) {
    case 'day':
      return dayOf(cell)
    case 'number':
      return /^-?\d+([.,]\d+)?$/.test(cell) ? Number(cell.replace(',', '.')) : cell
    case 'phone':
      return withItsZero(cell)
    case 'list':
      return cell
        .split(/[,;|]/)
        .map((one) => one.trim())
        .filter((one) => one !== '')
    case 'category': {
      const word = cell.toLowerCase()
      const known = CAR_CATEGORIES.find((one) => one === word)
      return known ?? CATEGORY_LABELS[word] ?? cell
    }
    default:
      return cell
  }
}

/** A spreadsheet stores a phone as a number and drops the leading zero or plus. */
function withItsZero(cell: string): string {
  if (/^[237]\d{8}$/.test(cell)) return `0${cell}`
  return /^40[237]\d{8}$/.test(cell) ? `+${cell}` : cell
}

/** '31.12.2027', '31/12/2027' and '2027-12-31 00:00:00' as '2027-12-31'. */
function dayOf(cell: string): string {
  const [, day = '', month = '', year = ''] = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})\b/.exec(cell) ?? []
  if (year !== '') return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return /^(\d{4}-\d{2}-\d{2})([ T]00:00(:00)?)?$/.exec(cell)?.[1] ?? cell
}
