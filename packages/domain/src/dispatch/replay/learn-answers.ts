import type { DriverId } from '../../kernel/ids.ts'
import {
  type AnswerModel,
  HOUR_CLASSES,
  hourClass,
  type Keenness,
  type Manner,
  METRE_CLASSES,
  metreClass,
  SECOND_EDGES,
} from './answer-model.ts'

/** A past offer, reduced to what the answer model learns from. */
export interface PastOffer {
  driverId: DriverId
  metres: number
  /** 0 to 23 in wall time. */
  hour: number
  isRinging: boolean
  isDelivered: boolean
  isSeen: boolean
  /** Null: it expired, another driver was faster, or it was withdrawn. */
  answer: 'yes' | 'no' | null
  /** From the offer to the answer or to its end. */
  seconds: number
}

/** Prior rates before any offer was seen: three seconds to read, most answers within ten. Per second. */
const USUAL_YES = [0, 0.02, 0.06, 0.1, 0.1, 0.07, 0.05, 0.03, 0.01, 0.002]
const NO_PER_YES = 0.3
const USUAL_DELIVERED = 0.95
const USUAL_SEEN = 0.9
/** Prior of a list entry, which does not ring: half as keen until the past shows otherwise. */
const USUAL_LISTED: Keenness = { yes: 0.5, no: 0.2 }

/** Weight of the priors in seconds in view, offers and answers; the data must outweigh it. */
const WEIGHT = { seconds: 20, ownSeconds: 20, offers: 10, group: 10, driver: 4 } as const
const MIN_KEEN = 0.05
const MAX_KEEN = 8

/** Learns the company's answer model from past offers; with few of them the priors dominate. */
export function learnAnswers(offers: readonly PastOffer[]): AnswerModel {
  const delivered = offers.filter((offer) => offer.isDelivered)
  const company = {
    delivered: share(delivered.length, offers.length, USUAL_DELIVERED, WEIGHT.offers),
    seen: share(delivered.filter((o) => o.isSeen).length, delivered.length, USUAL_SEEN, WEIGHT.offers),
    yesRates: ratesOf(offers, 'yes'),
    noRates: ratesOf(offers, 'no'),
  }
  const weighed = offers
    .filter((offer) => offer.isSeen)
    .map((offer) => ({
      offer,
      factor: { yes: 1, no: 1 },
      expected: expectedOf(offer.seconds, company.yesRates, company.noRates),
    }))
  const listed = compare(
    weighed.filter(({ offer }) => !offer.isRinging),
    WEIGHT.group,
    USUAL_LISTED,
  )
  for (const one of weighed) if (!one.offer.isRinging) scale(one, listed)
  const byMetres = byClass(weighed, METRE_CLASSES, ({ metres }) => metreClass(metres))
  const byHour = byClass(weighed, HOUR_CLASSES, ({ hour }) => hourClass(hour))
  return { offers: offers.length, company, byMetres, byHour, listed, byDriver: driversOf(offers, weighed, company) }
}

/** An offer in view with the answers its seconds would bring on average, and the factors of its classes that this contains. */
interface Weighed {
  offer: PastOffer
  factor: Keenness
  expected: Keenness
}

function share(hits: number, of: number, usual: number, weight: number): number {
  return (hits + usual * weight) / (of + weight)
}

/** Answers per second in view, by interval; list entries are left out because they do not ring. */
function ratesOf(offers: readonly PastOffer[], answer: 'yes' | 'no'): number[] {
  const inView = SECOND_EDGES.map(() => 0)
  const answers = SECOND_EDGES.map(() => 0)
  for (const offer of offers) {
    if (!offer.isSeen || !offer.isRinging) continue
    SECOND_EDGES.forEach((from, i) => {
      const spent = secondsIn(i, offer.seconds)
      inView[i] = (inView[i] ?? 0) + spent
      const isHere = offer.seconds >= from && offer.seconds < edgeAfter(i)
      if (isHere && offer.answer === answer) answers[i] = (answers[i] ?? 0) + 1
    })
  }
  return inView.map((seconds, i) => {
    const usual = (USUAL_YES[i] ?? 0) * (answer === 'no' ? NO_PER_YES : 1)
    return ((answers[i] ?? 0) + usual * WEIGHT.seconds) / (seconds + WEIGHT.seconds)
  })
}

function edgeAfter(i: number): number {
  return SECOND_EDGES[i + 1] ?? Number.POSITIVE_INFINITY
}

function secondsIn(i: number, seconds: number): number {
  return Math.max(0, Math.min(seconds, edgeAfter(i)) - (SECOND_EDGES[i] ?? 0))
}

function expectedOf(seconds: number, yesRates: readonly number[], noRates: readonly number[]): Keenness {
  const expected = { yes: 0, no: 0 }
  SECOND_EDGES.forEach((_from, i) => {
    const spent = secondsIn(i, seconds)
    expected.yes += spent * (yesRates[i] ?? 0)
    expected.no += spent * (noRates[i] ?? 0)
  })
  return expected
}

function scale(one: Weighed, by: Keenness): void {
  one.factor = { yes: one.factor.yes * by.yes, no: one.factor.no * by.no }
  one.expected = { yes: one.expected.yes * by.yes, no: one.expected.no * by.no }
}

/** Learns one factor per class; the following classes are fitted to what it leaves unexplained. */
function byClass(weighed: Weighed[], classes: number, classOf: (offer: PastOffer) => number): Keenness[] {
  const groups: Weighed[][] = Array.from({ length: classes }, () => [])
  for (const one of weighed) groups[classOf(one.offer)]?.push(one)
  const found = groups.map((group) => compare(group, WEIGHT.group))
  for (const one of weighed) {
    const keenness = found[classOf(one.offer)]
    if (keenness) scale(one, keenness)
  }
  return found
}

/** Ratio of actual to expected answers, shrunk towards the prior where there are few. */
function compare(weighed: readonly Weighed[], weight: number, usual: Keenness = { yes: 1, no: 1 }): Keenness {
  const sum = { yes: 0, no: 0 }
  const expected = { yes: 0, no: 0 }
  for (const one of weighed) {
    if (one.offer.answer !== null) sum[one.offer.answer] += 1
    expected.yes += one.expected.yes
    expected.no += one.expected.no
  }
  return {
    yes: bounded((sum.yes + usual.yes * weight) / (expected.yes + weight)),
    no: bounded((sum.no + usual.no * weight) / (expected.no + weight)),
  }
}

function bounded(keenness: number): number {
  return Math.min(MAX_KEEN, Math.max(MIN_KEEN, keenness))
}

function driversOf(offers: readonly PastOffer[], weighed: readonly Weighed[], company: Manner): Map<DriverId, Manner> {
  const seen = grouped(weighed, ({ offer }) => offer.driverId)
  return new Map(
    [...grouped(offers, ({ driverId }) => driverId)].map(([driverId, own]) => {
      const delivered = own.filter((o) => o.isDelivered)
      const inView = seen.get(driverId) ?? []
      const keenness = compare(inView, WEIGHT.driver)
      const manner: Manner = {
        delivered: share(delivered.length, own.length, company.delivered, WEIGHT.offers),
        seen: share(delivered.filter((o) => o.isSeen).length, delivered.length, company.seen, WEIGHT.offers),
        yesRates: ownRates(inView, 'yes', company.yesRates, keenness),
        noRates: ownRates(inView, 'no', company.noRates, keenness),
      }
      return [driverId, manner]
    }),
  )
}

/**
 * A driver's own answers per second: one who always answers after seven seconds is not one who answers seldom. The company's rates, at this
 * driver's keenness, where there is little to learn from.
 */
function ownRates(
  inView: readonly Weighed[],
  answer: 'yes' | 'no',
  usual: readonly number[],
  keenness: Keenness,
): number[] {
  const seconds = SECOND_EDGES.map(() => 0)
  const answers = SECOND_EDGES.map(() => 0)
  for (const { offer, factor } of inView) {
    if (!offer.isRinging) continue
    SECOND_EDGES.forEach((from, i) => {
      seconds[i] = (seconds[i] ?? 0) + secondsIn(i, offer.seconds) * factor[answer]
      const isHere = offer.seconds >= from && offer.seconds < edgeAfter(i)
      if (isHere && offer.answer === answer) answers[i] = (answers[i] ?? 0) + 1
    })
  }
  return seconds.map((spent, i) => {
    const prior = (usual[i] ?? 0) * keenness[answer]
    return ((answers[i] ?? 0) + prior * WEIGHT.ownSeconds) / (spent + WEIGHT.ownSeconds)
  })
}

function grouped<Item>(items: readonly Item[], keyOf: (item: Item) => DriverId): Map<DriverId, Item[]> {
  const groups = new Map<DriverId, Item[]>()
  for (const item of items) {
    const group = groups.get(keyOf(item))
    if (group) group.push(item)
    else groups.set(keyOf(item), [item])
  }
  return groups
}
