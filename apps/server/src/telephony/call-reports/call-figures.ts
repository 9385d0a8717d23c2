import type { CallFigures } from '@dispecerat/contract/telephony/call-reports'

/** Sums that the database computes over a group of calls. */
export interface CallTotals {
  offered: number
  answered: number
  abandoned: number
  missed: number
  busy: number
  blocked: number
  transferred: number
  orders: number
  /** Seconds; null when no call rang. */
  waitP50: number | null
  waitP90: number | null
  waitMax: number | null
  /** Total seconds of the `talks` ended calls. */
  talk: number
  talks: number
  inTime: number
  dialled: number
  reached: number
  outgoingTalk: number
}

export const NO_CALLS: CallTotals = {
  offered: 0,
  answered: 0,
  abandoned: 0,
  missed: 0,
  busy: 0,
  blocked: 0,
  transferred: 0,
  orders: 0,
  waitP50: null,
  waitP90: null,
  waitMax: null,
  talk: 0,
  talks: 0,
  inTime: 0,
  dialled: 0,
  reached: 0,
  outgoingTalk: 0,
}

export function figuresOf(totals: CallTotals): CallFigures {
  const { offered, answered, abandoned, missed, busy, blocked, transferred, orders } = totals
  const couldBeAnswered = answered + abandoned + missed + busy
  return {
    offered,
    answered,
    abandoned,
    missed,
    busy,
    blocked,
    transferred,
    orders,
    wait_p50_seconds: whole(totals.waitP50),
    wait_p90_seconds: whole(totals.waitP90),
    wait_max_seconds: whole(totals.waitMax),
    talk_seconds: Math.round(totals.talk),
    average_talk_seconds: totals.talks === 0 ? null : Math.round(totals.talk / totals.talks),
    within_20_s_percent: couldBeAnswered === 0 ? null : Math.round((1000 * totals.inTime) / couldBeAnswered) / 10,
  }
}

export function outgoingOf({ dialled, reached, outgoingTalk }: CallTotals) {
  return { dialled, reached, outgoing_talk_seconds: Math.round(outgoingTalk) }
}

function whole(seconds: number | null): number | null {
  return seconds === null ? null : Math.round(seconds)
}
