import type { DriverId } from '../../kernel/ids.ts'

/**
 * Models drivers' answers as hazard rates: the chance per second of an acceptance or a refusal while an offer is in view, by the seconds
 * since it arrived, each driver's own, multiplied by factors of distance and hour. Rates are used instead of shares because a longer step gives
 * everybody more time to answer, and a driver who lost a race had not refused.
 */
export interface AnswerModel {
  /** Number of past offers the model was learned from. */
  offers: number
  company: Manner
  /** Factors relative to the company's rates: 1 = average. */
  byMetres: readonly Keenness[]
  byHour: readonly Keenness[]
  /** Factor of an entry in the pending list relative to an offer that rings. */
  listed: Keenness
  byDriver: ReadonlyMap<DriverId, Manner>
}

export interface Manner {
  /** Chance that an offer reaches the phone, and that a delivered offer is seen. */
  delivered: number
  seen: number
  /** Per second, by `SECOND_EDGES`. */
  yesRates: readonly number[]
  noRates: readonly number[]
}

export interface Keenness {
  yes: number
  no: number
}

/** Start of each interval of seconds since the offer arrived; the last one never ends. */
export const SECOND_EDGES = [0, 1, 2, 3, 5, 8, 12, 20, 40, 90] as const
const METRE_EDGES = [0, 500, 1000, 2000, 4000] as const
/** Groups hours into night, morning, day and evening: as many classes as a month of offers can distinguish. */
const HOURS_TOGETHER = 4

export const METRE_CLASSES = METRE_EDGES.length
export const HOUR_CLASSES = 24 / HOURS_TOGETHER

export function metreClass(metres: number): number {
  let found = 0
  METRE_EDGES.forEach((edge, i) => {
    if (metres >= edge) found = i
  })
  return found
}

/** `hour`: 0 to 23 in wall time. */
export function hourClass(hour: number): number {
  return Math.floor(hour / HOURS_TOGETHER)
}

/** Time until an offer reaches the phone, and until the driver looks at it. */
const DELIVERY_MS = 300
const GLANCE_MS = 1200

export interface ModelledAnswer {
  /** Milliseconds after the offer; null = never. */
  deliveredAfter: number | null
  seenAfter: number | null
  answer: { reply: 'accept' | 'refuse'; after: number } | null
}

/** Input of the model; `roll` gives the 1st, 2nd, … random number in [0, 1). */
export interface AnswerInput {
  driverId: DriverId
  metres: number
  hour: number
  isRinging: boolean
  roll: (nth: number) => number
}

/** Modelled reaction of this driver to this offer, if it stays open long enough. */
export function answerTo(model: AnswerModel, input: AnswerInput): ModelledAnswer {
  const manner = model.byDriver.get(input.driverId) ?? model.company
  if (input.roll(1) >= manner.delivered) return { deliveredAfter: null, seenAfter: null, answer: null }
  if (input.roll(2) >= manner.seen) return { deliveredAfter: DELIVERY_MS, seenAfter: null, answer: null }
  const answer = firstAnswer(manner, keennessOf(model, input), input)
  return { deliveredAfter: DELIVERY_MS, seenAfter: GLANCE_MS, answer }
}

function keennessOf(model: AnswerModel, { metres, hour, isRinging }: AnswerInput): Keenness {
  const shares: (Keenness | undefined)[] = [
    model.byMetres[metreClass(metres)],
    model.byHour[hourClass(hour)],
    isRinging ? undefined : model.listed,
  ]
  return shares.reduce<Keenness>((all, one) => (one ? { yes: all.yes * one.yes, no: all.no * one.no } : all), {
    yes: 1,
    no: 1,
  })
}

/** Samples the first answer: walks along the intervals until the rolled exponential budget is used up. */
function firstAnswer(
  { yesRates, noRates }: Manner,
  keenness: Keenness,
  { roll }: AnswerInput,
): ModelledAnswer['answer'] {
  let timeout = -Math.log(1 - roll(3))
  for (const [i, from] of SECOND_EDGES.entries()) {
    const yes = (yesRates[i] ?? 0) * keenness.yes
    const no = (noRates[i] ?? 0) * keenness.no
    const rate = yes + no
    if (rate <= 0) continue
    const seconds = (SECOND_EDGES[i + 1] ?? Number.POSITIVE_INFINITY) - from
    if (timeout < rate * seconds) {
      const after = Math.round((from + timeout / rate) * 1000)
      return { reply: roll(4) * rate < yes ? 'accept' : 'refuse', after: Math.max(after, GLANCE_MS) }
    }
    timeout -= rate * seconds
  }
  return null
}
