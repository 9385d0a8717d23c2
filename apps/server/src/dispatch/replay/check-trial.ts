import { REPLAY_LIMITS } from '@dispecerat/contract/dispatch/replays'
import type { SearchRules } from '@dispecerat/contract/dispatch/search-rules'
import { intervalFromWire } from '@dispecerat/contract/dispatch/search-steps'
import type { ReplayRules } from '@dispecerat/domain/dispatch/replay/world'
import { validateInterval } from '@dispecerat/domain/dispatch/search/rules/validate-interval'
import { validateStep } from '@dispecerat/domain/dispatch/search/rules/validate-step'
import { startOfBucharestDay } from '@dispecerat/domain/kernel/bucharest-day'
import { FieldErrors } from '@dispecerat/domain/kernel/errors'
import { fromWireTime } from '@dispecerat/domain/kernel/wire-time'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/**
 * Validates the rules and converts them for the engine; throws the same `FieldErrors` as saving, at 'rules.intervals.0.value.time_from' and
 * the like.
 */
export function checkedRules({ intervals }: SearchRules): ReplayRules {
  const fields: Record<string, string[]> = {}
  const checked = intervals.map((wire, i) => {
    const interval = intervalFromWire(wire)
    const path = `rules.intervals.${i}.`
    collect(fields, path, () => validateInterval(interval))
    interval.steps.forEach((step, k) => {
      collect(fields, path, () => validateStep(step, `definitions.items.${k}.`))
    })
    return interval
  })
  if (Object.keys(fields).length > 0) throw new FieldErrors(fields)
  return { intervals: checked }
}

function collect(fields: Record<string, string[]>, path: string, check: () => void): void {
  try {
    check()
  } catch (error) {
    if (!(error instanceof FieldErrors)) throw error
    for (const [field, messages] of Object.entries(error.fields)) fields[path + field] = messages
  }
}

/** The requested range, or yesterday in Bucharest; throws `FieldErrors` for one that lies in the future, too far back or is too long. */
export function checkedRange(
  range: { from?: string | undefined; to?: string | undefined },
  now: Date,
): { from: Date; to: Date } {
  const today = startOfBucharestDay(now)
  const yesterday = startOfBucharestDay(new Date(today.getTime() - HOUR_MS))
  const from = range.from === undefined ? yesterday : fromWireTime(range.from)
  const to =
    range.to === undefined ? endOfDay(range.from === undefined ? yesterday : from, now) : fromWireTime(range.to)
  const fields: Record<string, string[]> = {}
  if (from === null) fields.from = ['Dată și oră invalide']
  else if (now.getTime() - from.getTime() > (REPLAY_LIMITS.daysBack + 1) * DAY_MS) {
    fields.from = [`Se pot proba cel mult ultimele ${REPLAY_LIMITS.daysBack} de zile`]
  }
  if (to === null || to > now) fields.to = ['Intervalul probat trebuie să se fi încheiat']
  else if (from !== null && from >= to) fields.to = ['Sfârșitul trebuie să fie după început']
  else if (from !== null && to.getTime() - from.getTime() > REPLAY_LIMITS.hours * HOUR_MS) {
    fields.to = ['Se probează cel mult o zi']
  }
  if (from === null || to === null || Object.keys(fields).length > 0) throw new FieldErrors(fields)
  return { from, to }
}

/** The next midnight in Bucharest, or now when it has not come yet. */
function endOfDay(from: Date | null, now: Date): Date {
  if (from === null) return now
  const midnight = startOfBucharestDay(new Date(startOfBucharestDay(from).getTime() + 26 * HOUR_MS))
  return midnight < now ? midnight : now
}
