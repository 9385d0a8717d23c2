import type { Report, ReportColumn } from '@dispecerat/contract/office/reports'
import type { DriverId } from '@dispecerat/domain/kernel/ids'
import { ronFromBani } from '@dispecerat/domain/kernel/money'
import type { Db } from '../../platform/db/database.ts'
import { type DriverPart, driverParts } from './fairness.store.ts'
import { readPatiently } from './patient-reading.store.ts'
import type { ReportQuery } from './report-query.ts'
import { percentOf, reportOf, rounded } from './report-shape.ts'

/** Drivers with less time on duty are not ranked: earnings of less than an hour are chance. */
const MIN_SECONDS = 3600

const COLUMNS: readonly ReportColumn[] = [
  { key: 'place', label: 'Locul', kind: 'number' },
  { key: 'hours', label: 'Ore în tură', kind: 'hours' },
  { key: 'earnings', label: 'Încasări (RON)', kind: 'ron' },
  { key: 'earnings_per_hour', label: 'RON / oră', kind: 'ron' },
  { key: 'idle_percent', label: 'Timp liber (%)', kind: 'percent' },
  { key: 'offers', label: 'Oferte', kind: 'number' },
  { key: 'share', label: 'Partea cuvenită', kind: 'ratio' },
  { key: 'accepted_percent', label: 'Acceptate (%)', kind: 'percent' },
  { key: 'refused', label: 'Refuzate', kind: 'number' },
  { key: 'unanswered', label: 'Fără răspuns', kind: 'number' },
  { key: 'unseen', label: 'Nevăzute', kind: 'number' },
  { key: 'returned', label: 'Înapoiate', kind: 'number' },
  { key: 'pickup_km', label: 'Km până la client', kind: 'km' },
  { key: 'trips', label: 'Curse', kind: 'number' },
  { key: 'manual', label: 'Primite manual', kind: 'number' },
  { key: 'favours', label: 'Favoruri', kind: 'number' },
]

const NONE = {
  dutySeconds: 0,
  busySeconds: 0,
  offers: 0,
  accepted: 0,
  returned: 0,
  refused: 0,
  unanswered: 0,
  unseen: 0,
  metres: 0,
  trips: 0,
  manual: 0,
  costBani: 0,
  priorityWindows: 0,
  banLifts: 0,
}
type Totals = typeof NONE & { place?: number }

/** Fairness report: what each driver got for the hours on duty, compared with the average. */
export async function fairnessReport(db: Db, reportQuery: ReportQuery, now: Date): Promise<Report> {
  const parts = withPlaces(await driverParts(db, reportQuery, now))
  const usual = offersPerSecond(parts)
  const report = reportOf<Totals>({
    query: reportQuery,
    columns: COLUMNS,
    groups: parts,
    none: NONE,
    by: 'costBani',
    figures: (totals) => ({ place: totals.place ?? null, ...figuresOf(totals, usual) }),
  })
  const placeOf = ({ place }: { place?: string | number | null }) => Number(place ?? Number.POSITIVE_INFINITY)
  return {
    ...report,
    rows: report.rows.toSorted((a, b) => placeOf(a) - placeOf(b)),
    totals: { ...report.totals, place: null },
  }
}

/** One driver's figures, place and the number of ranked drivers, for the driver; null without any figures. */
export async function fairnessOfDriver(
  db: Db,
  driverId: DriverId,
  reportQuery: Pick<ReportQuery, 'companyIds' | 'from' | 'to'>,
  now: Date,
): Promise<
  (ReturnType<typeof figuresOf> & { place: number | null; among: number; usual_per_hour: number | null }) | null
> {
  const parts = withPlaces(await readPatiently(db, reportQuery.companyIds, (tx) => driverParts(tx, reportQuery, now)))
  const own = parts.find(({ id }) => id === String(driverId))
  if (!own) return null
  const placed = parts.filter(({ place }) => place !== undefined)
  const middle = placed.at(Math.floor((placed.length - 1) / 2))
  return {
    ...figuresOf(own, offersPerSecond(parts)),
    place: own.place ?? null,
    among: placed.length,
    usual_per_hour: middle === undefined ? null : figuresOf(middle, 0).earnings_per_hour,
  }
}

/** Ranked by earnings per hour, best first; drivers with too little time on duty come last, without a place. */
function withPlaces(parts: readonly DriverPart[]): (DriverPart & { place?: number })[] {
  const perHour = ({ costBani, dutySeconds }: DriverPart) => costBani / dutySeconds
  const [long, short] = [
    parts.filter(({ dutySeconds }) => dutySeconds >= MIN_SECONDS),
    parts.filter(({ dutySeconds }) => dutySeconds < MIN_SECONDS),
  ]
  const sorted = long.toSorted((a, b) => perHour(b) - perHour(a) || Number(a.id) - Number(b.id))
  return [...sorted.map((part, index) => ({ ...part, place: index + 1 })), ...short]
}

function offersPerSecond(parts: readonly DriverPart[]): number {
  const seconds = parts.reduce((sum, { dutySeconds }) => sum + dutySeconds, 0)
  return seconds > 0 ? parts.reduce((sum, { offers }) => sum + offers, 0) / seconds : 0
}

function figuresOf(totals: Totals, usualPerSecond: number) {
  const hours = totals.dutySeconds / 3600
  const expected = totals.dutySeconds * usualPerSecond
  return {
    hours: rounded(hours, 1),
    earnings: ronFromBani(totals.costBani),
    earnings_per_hour: hours >= 1 ? ronFromBani(Math.round(totals.costBani / hours)) : null,
    idle_percent: percentOf(Math.max(0, totals.dutySeconds - totals.busySeconds), totals.dutySeconds),
    offers: totals.offers,
    share: expected > 0 ? rounded(totals.offers / expected, 2) : null,
    accepted: totals.accepted,
    accepted_percent: percentOf(totals.accepted, totals.accepted + totals.refused + totals.unanswered),
    refused: totals.refused,
    unanswered: totals.unanswered,
    unseen: totals.unseen,
    returned: totals.returned,
    pickup_km: totals.accepted > 0 ? rounded(totals.metres / totals.accepted / 1000, 2) : null,
    trips: totals.trips,
    manual: totals.manual,
    favours: totals.priorityWindows + totals.banLifts,
  }
}
