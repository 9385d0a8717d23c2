import type { ReplayFigures, ReplayResult, ReplayVariant } from '@dispecerat/contract/dispatch/replays'
import { groupThousands } from '@dispecerat/domain/kernel/plural'
import { distance } from '../../text/format.ts'
import { replayMessages as messages } from './replay-messages.ts'

/** Effect of a difference on clients, shown by text as well as by colour. */
export type Judgement = 'better' | 'worse' | 'same' | null

export interface FigureRow {
  label: string
  past: string
  saved: string
  changed: string
  /** With its sign; empty where a difference has no meaning. */
  difference: string
  judgement: Judgement
}

interface Measure {
  label: string
  of: (figures: ReplayFigures & Partial<ReplayVariant>) => number | null
  show: (value: number, figures: ReplayFigures) => string
  /** Formats a difference without its sign. */
  showDifference: (value: number) => string
  /** Smaller differences count as none. */
  step: number
  lessIsBetter: boolean | null
}

const seconds = (value: number) => messages.seconds(decimal(value))
const whole = (value: number) => groupThousands(value)

const MEASURES: readonly Measure[] = [
  measure(messages.rows.orders, ({ orders }) => orders, { lessIsBetter: null }),
  measure(messages.rows.unserved, ({ unserved }) => unserved, { show: withShare }),
  measure(messages.rows.calledOff, ({ called_off }) => called_off, { show: withShare }),
  measure(messages.rows.median, ({ median_seconds }) => median_seconds, { show: seconds, step: 0.1 }),
  measure(messages.rows.p90, ({ p90_seconds }) => p90_seconds, { show: seconds, step: 0.1 }),
  measure(messages.rows.pickup, ({ median_pickup_metres }) => median_pickup_metres, { show: distance }),
  measure(messages.rows.offers, ({ offers_per_order }) => offers_per_order ?? null, { show: decimal, step: 0.1 }),
  measure(messages.rows.bans, ({ bans }) => bans ?? null, {}),
]

function measure(
  label: string,
  of: Measure['of'],
  options: { show?: Measure['show']; step?: number; lessIsBetter?: boolean | null },
): Measure {
  const { show = whole, step = 1, lessIsBetter = true } = options
  const showDifference = show === withShare ? whole : (value: number) => show(value, NOTHING)
  return { label, of, show, step, lessIsBetter, showDifference }
}

const NOTHING: ReplayFigures = {
  orders: 0,
  served: 0,
  unserved: 0,
  called_off: 0,
  median_seconds: null,
  p90_seconds: null,
  median_pickup_metres: null,
}

/** The table of a replay: what really happened, the saved rules, and the edited ones. */
export function figureRows({ past, saved, changed }: ReplayResult): FigureRow[] {
  return MEASURES.map((one) => ({
    label: one.label,
    past: shown(one, past),
    saved: shown(one, saved),
    changed: shown(one, changed),
    ...differenceOf(one, one.of(saved), one.of(changed)),
  }))
}

function shown({ of, show }: Measure, figures: ReplayFigures): string {
  const value = of(figures)
  return value === null ? messages.none : show(value, figures)
}

function differenceOf(
  { step, showDifference, lessIsBetter }: Measure,
  saved: number | null,
  changed: number | null,
): Pick<FigureRow, 'difference' | 'judgement'> {
  if (lessIsBetter === null || saved === null || changed === null) return { difference: '', judgement: null }
  const more = Math.round((changed - saved) / step) * step
  if (more === 0) return { difference: '', judgement: 'same' }
  const sign = more > 0 ? '+' : '−'
  return {
    difference: sign + showDifference(Math.abs(more)),
    judgement: more < 0 === lessIsBetter ? 'better' : 'worse',
  }
}

function withShare(value: number, { orders }: ReplayFigures): string {
  return orders === 0 ? whole(value) : messages.share(value, decimal((value / orders) * 100))
}

/** 12.34 → '12,3'. */
function decimal(value: number): string {
  return value.toFixed(1).replace('.', ',')
}
