import type { Report, ReportColumn, ReportGroup, ReportRow } from '@dispecerat/contract/office/reports'
import { type ReportQuery, timeKeys } from './report-query.ts'

/** Totals of a group before they are formatted; `id` identifies the row. */
export type Summed<Totals> = Totals & { id: string; name: string | null }

interface Shape<Totals extends object> {
  query: ReportQuery
  columns: readonly ReportColumn[]
  groups: readonly Summed<Totals>[]
  /** Totals of an empty day or period. */
  none: Totals
  figures: (totals: Totals) => ReportRow
  /** Descending sort key for rows that are not times. */
  by: keyof Totals
  /** Totals of all groups, where they are not the sum of the rows. */
  totals?: Totals
  /** Label of a row from its id: 'reason' → 'Niciun șofer găsit'. */
  label?: (id: string, name: string | null) => string
}

/** Builds a report from totals: times in order with empty ones included, other groups by `by` descending, and a row of totals. */
export function reportOf<Totals extends object>(shape: Shape<Totals>): Report {
  const { query, columns, groups, none, figures, by, label = nameOf } = shape
  const times = timeKeys(query)
  const known = new Map(groups.map((group) => [group.id, group]))
  const size = (group: Totals) => Number(group[by])
  const shown =
    times === null
      ? groups.toSorted((a, b) => size(b) - size(a) || label(a.id, a.name).localeCompare(label(b.id, b.name), 'ro'))
      : times.map((id) => known.get(id) ?? { ...none, id, name: null })
  const totals = shape.totals ?? groups.reduce<Totals>(added, none)
  return {
    columns: [{ key: 'label', label: GROUP_LABELS[query.group], kind: 'text' }, ...columns],
    rows: shown.map((group) => ({ id: group.id, label: labelOf(query.group, group, label), ...figures(group) })),
    totals: figures(totals),
  }
}

function added<Totals extends object>(all: Totals, one: Totals): Totals {
  return Object.fromEntries(
    Object.entries(all).map(([key, sum]) => [key, Number(sum) + Number((one as Record<string, unknown>)[key] ?? 0)]),
  ) as Totals
}

function labelOf(
  group: ReportGroup,
  { id, name }: { id: string; name: string | null },
  label: (id: string, name: string | null) => string,
): string {
  if (group === 'day' || group === 'month') return id.split('-').reverse().join('.')
  if (group === 'hour') return `${id}:00–${id}:59`
  return label(id, name)
}

function nameOf(id: string, name: string | null): string {
  return name ?? `#${id}`
}

const GROUP_LABELS: Record<ReportGroup, string> = {
  dispatcher: 'Dispecer',
  driver: 'Șofer',
  account: 'Companie protocol',
  reason: 'Motiv',
  ended_by: 'Anulată de',
  company: 'Companie',
  interval: 'Interval',
  day: 'Ziua',
  month: 'Luna',
  hour: 'Ora',
}

/** Percentage with one decimal; null when `whole` is 0. */
export function percentOf(part: number, whole: number): number | null {
  return whole > 0 ? Math.round((1000 * part) / whole) / 10 : null
}

/** Average, rounded to `decimals`; null when `among` is 0. */
export function eachOf(sum: number, among: number, decimals = 1): number | null {
  return among > 0 ? rounded(sum / among, decimals) : null
}

export function rounded(value: number, decimals: number): number {
  return Math.round(value * 10 ** decimals) / 10 ** decimals
}
