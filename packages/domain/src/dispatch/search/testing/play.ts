import { DomainError, type DomainErrorCode } from '../../../kernel/errors.ts'
import { advanceWalk } from '../advance-walk.ts'
import {
  type DriverFacts,
  type Round,
  type Scene,
  type SearchRequest,
  startWalk,
  type Walk,
  type WalkDecision,
  type WalkEffect,
  type WalkStep,
} from '../walk.ts'
import { aSearchRequest, at, START } from './builders.ts'

/** An external event at a second of the play: an answer, a cancellation. */
export interface Cue {
  at: number
  does: (walk: Walk, now: Date) => WalkDecision
}

export interface Script {
  steps: readonly WalkStep[]
  request?: SearchRequest
  /** The drivers, or their facts at a second of the play. */
  drivers: readonly DriverFacts[] | ((seconds: number) => readonly DriverFacts[])
  routeMetres?: Scene['routeMetres']
  standRouteMetres?: Scene['standRouteMetres']
  cues?: readonly Cue[]
  skipEmptySteps?: boolean
  /** Without it an order waits 15 minutes for its turn, as in a company that set nothing. */
  waitSeconds?: number
  isLeftToOlder?: Scene['isLeftToOlder']
  /** The last second to play; a walk with pinned lists does not end by itself. */
  until?: number
  /** Seconds by which every due instant is processed late. */
  late?: number
}

export interface Played {
  walk: Walk
  /** Every effect with its second. */
  log: { at: number; effect: WalkEffect }[]
  /** Error code of each cue; null = it was applied. */
  refusals: (DomainErrorCode | null)[]
  /** Closed rounds, first to last. */
  rounds: Round[]
}

/** Plays a whole walk on a virtual clock: jumps from due instant to due instant, with the cues in between. */
export function play(script: Script): Played {
  const stage = {
    request: script.request ?? aSearchRequest(),
    late: script.late ?? 0,
    until: script.until ?? Number.POSITIVE_INFINITY,
    cues: [...(script.cues ?? [])],
  }
  const log: Played['log'] = []
  const refusals: Played['refusals'] = []
  let dueAt: Date | null = START
  let walk = startWalk(
    {
      orderId: stage.request.orderId,
      walkNo: 1,
      steps: script.steps,
      skipEmptySteps: script.skipEmptySteps ?? false,
      waitSeconds: script.waitSeconds ?? 900,
    },
    START,
  )
  const take = (decision: WalkDecision, now: Date) => {
    walk = decision.walk
    dueAt = decision.dueAt
    for (const effect of decision.effects) log.push({ at: secondsOf(now), effect })
  }

  for (let turns = 0; dueAt !== null || stage.cues.length > 0; turns++) {
    if (turns > 10_000) throw new Error('the walk does not end')
    const due = dueAt === null ? Number.POSITIVE_INFINITY : secondsOf(dueAt) + stage.late
    const cue = stage.cues[0]
    if (cue !== undefined && cue.at < due) {
      stage.cues.shift()
      refusals.push(refusalOf(() => take(cue.does(walk, at(cue.at)), at(cue.at))))
      continue
    }
    if (due > stage.until) break
    const drivers = typeof script.drivers === 'function' ? script.drivers(due) : script.drivers
    const { routeMetres, standRouteMetres, isLeftToOlder } = script
    take(
      advanceWalk(walk, { request: stage.request, drivers, routeMetres, standRouteMetres, isLeftToOlder }, at(due)),
      at(due),
    )
  }
  return {
    walk,
    log,
    refusals,
    rounds: log.flatMap(({ effect }) => (effect.type === 'round.closed' ? [effect.round] : [])),
  }
}

export function secondsOf(instant: Date): number {
  return (instant.getTime() - START.getTime()) / 1000
}

function refusalOf(cue: () => void): DomainErrorCode | null {
  try {
    cue()
    return null
  } catch (error) {
    if (error instanceof DomainError) return error.code
    throw error
  }
}
