import { expect, test } from 'vitest'
import { DEFAULT_BEHAVIOUR, FAULTS, type Fault } from './behaviour.ts'
import { wakeUp } from './driver-model.ts'
import { GPS_OFF, measure, type Report } from './gps.ts'
import { seededRandom } from './seeded-random.ts'

const START = new Date('2026-03-18T10:00:00Z')
const EVERY_SECONDS = 5

/** Reports sent at each measurement over some minutes; the car moves north by one step each time. */
function reportsOf(fault: Fault, minutes: number): Report[][] {
  const model = wakeUp({ ...DEFAULT_BEHAVIOUR, fault }, seededRandom(1), { lat: 45, long: 25 })
  let gps = GPS_OFF
  return Array.from({ length: (minutes * 60) / EVERY_SECONDS }, (_, n) => {
    const now = new Date(START.getTime() + n * EVERY_SECONDS * 1000)
    const measured = measure(gps, { ...model, at: { lat: 45 + n / 1000, long: 25 } }, EVERY_SECONDS, now)
    gps = measured.gps
    return measured.reports
  })
}

const minutesOf = (reports: Report[]) => reports.map(({ recorded_at }) => String(recorded_at).slice(11))

test.each(FAULTS.filter((fault) => !['silent_gps', 'wrong_clock', 'shuffled_gps'].includes(fault)))(
  'with %s every measurement is sent at once with its time',
  (fault) => {
    const reports = reportsOf(fault, 1)
    expect(reports.every((sent) => sent.length === 1)).toBe(true)
    expect(minutesOf(reports.flat()).slice(0, 3)).toEqual(['10:00:00', '10:00:05', '10:00:10'])
    expect(reports[1]).toMatchObject([{ lat: 45.001, long: 25, accuracy: 8 }])
  },
)

test('a silent GPS reports for one of every four minutes', () => {
  const reports = reportsOf('silent_gps', 8)
  expect(reports.flat().length).toBeGreaterThanOrEqual(24)
  const silence = reports.slice(12, 46)
  expect(silence.flat()).toEqual([])
  expect(reports[48]).toHaveLength(1)
})

test('a wrong clock is off by the same three hours and seven minutes all day', () => {
  expect(minutesOf(reportsOf('wrong_clock', 1).flat()).slice(0, 2)).toEqual(['13:07:00', '13:07:05'])
})

test('shuffled positions are sent in pairs, the newer one first, and none is lost', () => {
  const reports = reportsOf('shuffled_gps', 1)
  expect(reports.slice(0, 4).map(minutesOf)).toEqual([[], ['10:00:05', '10:00:00'], [], ['10:00:15', '10:00:10']])
  expect(reports.flat()).toHaveLength(12)
})
