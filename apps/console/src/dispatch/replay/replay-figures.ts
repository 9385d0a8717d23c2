import type { ReplayBands, ReplayFigures, ReplayResult, ReplayVariant } from '@dispecerat/contract/dispatch/replays'
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
  /** With its sign; empty where a difference has no meaning or is chance. */
  difference: string
  judgement: Judgement
}

interface Measure {
  label: string
  /** Name of its range; null where the figure is the same in every run. */
  band: keyof ReplayBands | null
  of: (figures: ReplayFigures & Partial<ReplayVariant>) => number | null
  show: (value: number, figures: ReplayFigures) => string
  /** Formats a difference without its sign. */
  showDifference: (value: number) => string
  /** Formats the ends of a range. */
  showBand: (from: number, to: number, figures: ReplayFigures) => string
  /** Smaller differences count as none. */
  step: number
  lessIsBetter: boolean | null
}

const seconds = (value: number) => messages.seconds(decimal(value))
const whole = (value: number) => groupThousands(Math.round(value))
/** Ranges in whole seconds: a tenth of a second would promise what no model can keep. */
const SECONDS = {
  show: seconds,
  step: 0.1,
  showBand: (from: number, to: number) => messages.seconds(ends(whole(Math.floor(from)), whole(Math.ceil(to)))),
}

const MEASURES: readonly Measure[] = [
  measure(messages.rows.orders, null, ({ orders }) => orders, { lessIsBetter: null }),
  measure(messages.rows.unserved, 'unserved', ({ unserved }) => unserved, { show: withShare, showBand: bandWithShare }),
  measure(messages.rows.calledOff, 'called_off', (all) => all.called_off, { show: withShare, showBand: bandWithShare }),
  measure(messages.rows.median, 'median_seconds', (all) => all.median_seconds, { ...SECONDS }),
  measure(messages.rows.p90, 'p90_seconds', ({ p90_seconds }) => p90_seconds, { ...SECONDS }),
  measure(messages.rows.pickup, 'median_pickup_metres', (all) => all.median_pickup_metres, { show: distance }),
  measure(messages.rows.offers, 'offers_per_order', (all) => all.offers_per_order ?? null, {
    show: decimal,
    step: 0.1,
  }),
  measure(messages.rows.bans, 'bans', ({ bans }) => bans ?? null, {}),
]

function measure(
  label: string,
  band: Measure['band'],
  of: Measure['of'],
  options: Partial<Pick<Measure, 'show' | 'showBand' | 'step' | 'lessIsBetter'>>,
): Measure {
  const { show = whole, step = 1, lessIsBetter = true } = options
  const { showBand = (from, to, figures) => ends(show(from, figures), show(to, figures)) } = options
  const showDifference = show === withShare ? whole : (value: number) => show(value, NOTHING)
  return { label, band, of, show, showBand, step, lessIsBetter, showDifference }
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
export function figureRows({ past, saved, changed, differences }: ReplayResult): FigureRow[] {
  return MEASURES.map((one) => ({
    label: one.label,
    past: shown(one, past, null),
    saved: shown(one, saved, saved.bands),
    changed: shown(one, changed, changed.bands),
    ...differenceOf(one, changeOf(one, { saved, changed, differences })),
  }))
}

function shown({ of, show, band, showBand }: Measure, figures: ReplayFigures, bands: ReplayBands | null): string {
  const range = band && bands?.[band]
  if (range) return showBand(range.from, range.to, figures)
  const value = of(figures)
  return value === null ? messages.none : show(value, figures)
}

/** The change of a figure from the saved to the edited rules; 0 where it may be chance, null where there is none. */
function changeOf(
  { band, of }: Measure,
  { saved, changed, differences }: Pick<ReplayResult, 'saved' | 'changed' | 'differences'>,
): number | null {
  const range = band && differences?.[band]
  if (range) return range.from <= 0 && range.to >= 0 ? 0 : (range.from + range.to) / 2
  const [before, after] = [of(saved), of(changed)]
  return before === null || after === null ? null : after - before
}

function differenceOf(
  { step, showDifference, lessIsBetter }: Measure,
  change: number | null,
): Pick<FigureRow, 'difference' | 'judgement'> {
  if (lessIsBetter === null || change === null) return { difference: '', judgement: null }
  const more = Math.round(change / step) * step
  if (more === 0) return { difference: '', judgement: 'same' }
  const sign = more > 0 ? '+' : '−'
  return {
    difference: sign + showDifference(Math.abs(more)),
    judgement: more < 0 === lessIsBetter ? 'better' : 'worse',
  }
}

/** '2–5', or one text for both. */
function ends(from: string, to: string): string {
  return from === to ? from : `${from}–${to}`
}

function bandWithShare(from: number, to: number, { orders }: ReplayFigures): string {
  const text = ends(whole(from), whole(to))
  const percent = (value: number) => decimal((value / orders) * 100)
  return orders === 0 ? text : messages.bandShare(text, ends(percent(from), percent(to)))
}

function withShare(value: number, { orders }: ReplayFigures): string {
  return orders === 0 ? whole(value) : messages.share(value, decimal((value / orders) * 100))
}

/** 12.34 → '12,3'. */
function decimal(value: number): string {
  return value.toFixed(1).replace('.', ',')
}
