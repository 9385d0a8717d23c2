import type { PositionReport } from '@dispecerat/contract/dispatch/driver'
import { toWireTime } from '@dispecerat/domain/kernel/wire-time'
import type { z } from 'zod'
import type { DriverModel } from './driver-model.ts'

export type Report = z.input<typeof PositionReport>

/** The phone's state of its own positions. */
export interface Gps {
  /** A measurement held back until the next one overtakes it. */
  held: Report | null
  /** Since the phone was switched on. */
  onSeconds: number
}

export const GPS_OFF: Gps = { held: null, onSeconds: 0 }

const SPEAKS_SECONDS = 60
const CYCLE_SECONDS = 240
const WRONG_BY_MS = 3 * 3_600_000 + 7 * 60_000
const EXACT_METRES = 8

/** One measurement: reports sent now, in sending order; often one, sometimes none or two. */
export function measure(gps: Gps, model: DriverModel, seconds: number, now: Date): { gps: Gps; reports: Report[] } {
  const onSeconds = gps.onSeconds + seconds
  const report = reportOf(model, now)
  switch (model.behaviour.fault) {
    case 'silent_gps':
      return {
        gps: { held: null, onSeconds },
        reports: onSeconds % CYCLE_SECONDS <= SPEAKS_SECONDS ? [report] : [],
      }
    case 'shuffled_gps':
      if (!gps.held) return { gps: { held: report, onSeconds }, reports: [] }
      return { gps: { held: null, onSeconds }, reports: [report, gps.held] }
    default:
      return { gps: { held: null, onSeconds }, reports: [report] }
  }
}

function reportOf({ at, heading, kmPerHour, behaviour }: DriverModel, now: Date): Report {
  const wrongMs = behaviour.fault === 'wrong_clock' ? WRONG_BY_MS : 0
  return {
    lat: Number(at.lat.toFixed(6)),
    long: Number(at.long.toFixed(6)),
    heading,
    speed: Math.round(kmPerHour),
    accuracy: EXACT_METRES,
    recorded_at: toWireTime(new Date(now.getTime() + wrongMs)),
  }
}
