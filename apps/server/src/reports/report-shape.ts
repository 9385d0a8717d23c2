import type { Report, ReportColumn, ReportGroup, ReportRow } from '@dispecerat/contract/reports'
import { type ReportQuery, timesAsked } from './report-asked.ts'

/** Sums of a group before they become figures; `id` null is the row of whatever has no name. */
export type Summed<Totals> = Totals & { id: string; name: string | null }

interface Shape<Totals extends object> {
  asked: ReportQuery
  columns: readonly ReportColumn[]
  groups: readonly Summed<Totals>[]
  /** Of a quiet day, and of a period in which nothing happened. */
  none: Totals
  figures: (totals: Totals) => ReportRow
  /** The busiest first, by this sum. */
  by: keyof Totals
  /** Where sums cannot be added up: what all groups come to. */
  totals?: Totals
  /** Instead of the id: 'reason' → 'Niciun șofer găsit'. */
  label?: (id: string, name: string | null) => string
}

/** The report of groups of sums: times in their order with the quiet ones, anything else the busiest first; totals added up. */
export function reportOf<Totals extends object>(shape: Shape<Totals>): Report {
  const { asked, columns, groups, none, figures, by, label = nameOf } = shape
  const times = timesAsked(asked)
  const known = new Map(groups.map((group) => [group.id, group]))
  const size = (group: Totals) => Number(group[by])
  const shown =
    times === null
      ? groups.toSorted((a, b) => size(b) - size(a) || label(a.id, a.name).localeCompare(label(b.id, b.name), 'ro'))
      : times.map((id) => known.get(id) ?? { ...none, id, name: null })
  const totals = shape.totals ?? groups.reduce<Totals>(added, none)
  return {
    columns: [{ key: 'label', label: GROUP_LABELS[asked.group], kind: 'text' }, ...columns],
    rows: shown.map((group) => ({ id: group.id, label: labelOf(asked.group, group, label), ...figures(group) })),
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

/** A part of a whole in percent with one decimal; null of nothing. */
export function percentOf(part: number, whole: number): number | null {
  return whole > 0 ? Math.round((1000 * part) / whole) / 10 : null
}

/** A sum shared out, rounded to `decimals`; null among none. */
export function eachOf(sum: number, among: number, decimals = 1): number | null {
  return among > 0 ? rounded(sum / among, decimals) : null
}

export function rounded(value: number, decimals: number): number {
  return Math.round(value * 10 ** decimals) / 10 ** decimals
}
