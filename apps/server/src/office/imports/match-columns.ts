import type { ImportColumn, ImportPlan } from './import-columns.ts'
import { TableRefused } from './table-refused.ts'

export interface MatchedColumn extends ImportColumn {
  /** Heading in the file. */
  heading: string
  index: number
}

export interface Headings {
  columns: MatchedColumn[]
  unknown: string[]
}

/** Maps the file's headings to the plan's columns. Throws TableRefused, naming missing or duplicate columns. */
export function matchColumns(plan: ImportPlan, headings: readonly string[]): Headings {
  const columns: MatchedColumn[] = []
  const unknown: string[] = []
  headings.forEach((heading, index) => {
    if (heading.trim() === '') return
    const column = plan.columns.find(({ label, also = [] }) =>
      [label, ...also].some((one) => fold(one) === fold(heading)),
    )
    if (!column) unknown.push(heading)
    else columns.push({ ...column, heading, index })
  })
  const twice = columns.find(({ field }, i) => columns.findIndex((one) => one.field === field) !== i)
  if (twice) throw new TableRefused(`Coloana „${twice.label}” apare de două ori`)
  const missing = plan.columns.filter(({ field, required }) => required && !columns.some((one) => one.field === field))
  if (missing.length > 0) {
    const found = headings
      .filter((heading) => heading !== '')
      .slice(0, 12)
      .join(', ')
    throw new TableRefused(
      `Lipsesc coloanele: ${missing.map(({ label }) => label).join(', ')}. În fișier sunt: ${found || 'niciuna'}`,
    )
  }
  return { columns, unknown }
}

/** 'Nr. permis*' and 'nr permis' are equal. */
function fold(heading: string): string {
  return heading
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
}
