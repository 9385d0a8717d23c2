import { setTimeout as sleep } from 'node:timers/promises'
import { until } from '../../apps/server/src/testing/until.ts'
import { beginFault } from './faults.ts'
import type { Journal } from './journal.ts'
import { startPeople } from './people.ts'
import { describeFault, type Plan, type PlannedFault } from './plan.ts'
import { findProblems } from './verdict.ts'
import { openWorld, type World } from './world.ts'

export interface ChaosResult {
  /** Empty when every acknowledged write is there and every client has received it. */
  problems: string[]
  journal: Journal
  /** Number of planned faults that could be started. */
  begun: number
}

type Report = (line: string) => void

interface Options {
  /** Inspects the result before everything stops. */
  judged?(world: World, journal: Journal): Promise<void>
  /** Ends the run early and undoes every fault. */
  signal?: AbortSignal
}

/** Plays the plan against its own servers. */
export async function runChaos(plan: Plan, report: Report, options: Options = {}): Promise<ChaosResult> {
  const { judged, signal } = options
  const startedAt = performance.now()
  const say: Report = (line) => report(`${((performance.now() - startedAt) / 1000).toFixed(1).padStart(6)} s  ${line}`)
  await using world = await openWorld(plan, say)
  const people = await startPeople(world, plan.seed)
  try {
    const connected = () => people.fleets.reduce((sum, fleet) => sum + fleet.connected(), 0)
    await until('drivers are on duty', () => connected() > 0, { timeoutMs: 60_000 })
    say('everybody is at work')
    const begun = await playFaults(world, plan, say, signal)
    say('every fault has ended')
    await world.heal()
    say('everything is healed')
    await people.stopPlacing()
    say('nobody orders any more')
    const problems = await findProblems(world, people)
    const { statuses } = people.heard
    say(`refused or unanswered: ${[...statuses].map(([status, n]) => `${n} × ${status}`).join(', ') || 'nothing'}`)
    say(
      `${people.journal.orders.length} orders, ${people.journal.deeds.length} steps of drivers, ${problems.length} problems`,
    )
    await judged?.(world, people.journal)
    return { problems, journal: people.journal, begun }
  } finally {
    people.goHome()
  }
}

/** Resolves with the number of started faults when all have ended. */
async function playFaults(world: World, plan: Plan, say: Report, signal?: AbortSignal): Promise<number> {
  const startedAt = performance.now()
  const pause = (ms: number) => sleep(Math.max(0, ms), undefined, signal ? { signal } : {})
  const untilSecond = (second: number) => pause(second * 1000 - (performance.now() - startedAt))
  const playing: Promise<boolean>[] = []
  try {
    for (const fault of plan.faults) {
      await untilSecond(fault.at)
      const played = playFault(world, fault, say, pause)
      // A failed fault is reported when all have ended.
      played.catch(() => undefined)
      playing.push(played)
    }
    await untilSecond(plan.seconds)
  } finally {
    await Promise.allSettled(playing)
  }
  return (await Promise.all(playing)).filter(Boolean).length
}

async function playFault(
  world: World,
  fault: PlannedFault,
  say: Report,
  pause: (ms: number) => Promise<unknown>,
): Promise<boolean> {
  const undo = await beginFault(world, fault)
  if (typeof undo === 'string') {
    say(`${describeFault(fault)}: left out, ${undo}`)
    return false
  }
  say(describeFault(fault))
  try {
    await pause(fault.seconds * 1000)
  } finally {
    await undo()
  }
  return true
}
