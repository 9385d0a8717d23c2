import type { Report, ReportColumn } from '@dispecerat/contract/office/reports'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { idOfKey, keyOf, nameOfKey } from './report-groups.store.ts'
import type { ReportQuery } from './report-query.ts'
import { eachOf, percentOf, reportOf, rounded, type Summed } from './report-shape.ts'

const NONE = {
  searches: 0,
  found: 0,
  nobody: 0,
  aborted: 0,
  retries: 0,
  inOneMinute: 0,
  inThreeMinutes: 0,
  rounds: 0,
  offers: 0,
  refusals: 0,
  metres: 0,
  ways: 0,
  p50: null as number | null,
  p90: null as number | null,
}
type Totals = typeof NONE

const COLUMNS: readonly ReportColumn[] = [
  { key: 'searches', label: 'Căutări', kind: 'number' },
  { key: 'found', label: 'Găsite', kind: 'number' },
  { key: 'found_percent', label: 'Găsite (%)', kind: 'percent' },
  { key: 'nobody', label: 'Fără șofer', kind: 'number' },
  { key: 'aborted', label: 'Întrerupte', kind: 'number' },
  { key: 'retries', label: 'Reluări', kind: 'number' },
  { key: 'p50_seconds', label: 'Găsire mediană', kind: 'seconds' },
  { key: 'p90_seconds', label: 'Găsire p90', kind: 'seconds' },
  { key: 'in_1_min_percent', label: 'În 1 min (%)', kind: 'percent' },
  { key: 'in_3_min_percent', label: 'În 3 min (%)', kind: 'percent' },
  { key: 'rounds', label: 'Runde / căutare', kind: 'number' },
  { key: 'offers', label: 'Oferte / căutare', kind: 'number' },
  { key: 'refusals', label: 'Refuzuri / căutare', kind: 'number' },
  { key: 'pickup_km', label: 'Km până la client', kind: 'km' },
]

/**
 * Search statistics. Medians are exact: searches are first counted by their number of seconds, and the median is read from the counts, so
 * that five million searches are scanned once and never sorted.
 */
export async function searchReport(db: Db, reportQuery: ReportQuery): Promise<Report> {
  const { companyIds, from, to } = reportQuery
  const { rows } = await sql<Summed<Totals>>`
    with counted as (
      select ${keyOf(reportQuery.group)} as key, outcome, seconds, count(*)::float8 as n,
        (count(*) filter (where is_retry))::float8 as retries, sum(rounds)::float8 as rounds, sum(offers)::float8 as offers,
        sum(refusals)::float8 as refusals, coalesce(sum(metres), 0)::float8 as metres, count(metres)::float8 as ways
      from search_facts s
      where company_id = any(${[...companyIds]}::bigint[]) and day between ${from}::date and ${to}::date
      group by 1, 2, 3
    ), keyed as materialized (
      select ${idOfKey(reportQuery.group)} as key, outcome, seconds, n, retries, rounds, offers, refusals, metres, ways from counted
    ), summed as (
      select coalesce(key, '') as id, key, sum(n) as searches,
        coalesce(sum(n) filter (where outcome = 'accepted'), 0) as found,
        coalesce(sum(n) filter (where outcome = 'exhausted'), 0) as nobody,
        coalesce(sum(n) filter (where outcome = 'aborted'), 0) as aborted, sum(retries) as retries,
        coalesce(sum(n) filter (where outcome = 'accepted' and seconds <= 60), 0) as "inOneMinute",
        coalesce(sum(n) filter (where outcome = 'accepted' and seconds <= 180), 0) as "inThreeMinutes",
        sum(rounds) as rounds, sum(offers) as offers, sum(refusals) as refusals, sum(metres) as metres, sum(ways) as ways
      from keyed group by grouping sets ((key), ())
    ), needed as (
      select coalesce(key, '') as id, seconds, sum(n) as n from keyed where outcome = 'accepted'
      group by grouping sets ((key, seconds), (seconds))
    ), in_order as (
      select id, seconds, sum(n) over (partition by id order by seconds) as so_far, sum(n) over (partition by id) as found
      from needed
    ), middles as (
      select id, min(seconds) filter (where so_far >= 0.5 * found) as p50, min(seconds) filter (where so_far >= 0.9 * found) as p90
      from in_order group by id
    )
    select summed.*, ${nameOfKey(reportQuery.group)} as name, p50, p90 from summed left join middles using (id) where searches > 0
  `.execute(db)
  return reportOf<Totals>({
    query: reportQuery,
    columns: COLUMNS,
    groups: rows.filter(({ id }) => id !== ''),
    none: NONE,
    by: 'searches',
    totals: rows.find(({ id }) => id === '') ?? NONE,
    label: (id, name) => name ?? (id === '0' ? 'Fără interval' : `#${id}`),
    figures: (totals) => ({
      searches: totals.searches,
      found: totals.found,
      found_percent: percentOf(totals.found, totals.searches),
      nobody: totals.nobody,
      aborted: totals.aborted,
      retries: totals.retries,
      p50_seconds: totals.p50,
      p90_seconds: totals.p90,
      in_1_min_percent: percentOf(totals.inOneMinute, totals.found),
      in_3_min_percent: percentOf(totals.inThreeMinutes, totals.found),
      rounds: eachOf(totals.rounds, totals.searches),
      offers: eachOf(totals.offers, totals.searches),
      refusals: eachOf(totals.refusals, totals.searches),
      pickup_km: totals.ways > 0 ? rounded(totals.metres / totals.ways / 1000, 2) : null,
    }),
  })
}
