import { setTimeout as sleep } from 'node:timers/promises'
import { until } from '../../apps/server/src/testing/until.ts'
import { beginFault } from './faults.ts'
import type { Journal } from './journal.ts'
import { startPeople } from './people.ts'
import { describeFault, type Plan, type PlannedFault } from './plan.ts'
import { findProblems } from './verdict.ts'
import { openWorld, type World } from './world.ts'

export interface ChaosResult {
  /** Empty: everything that was acknowledged is there, and everybody knows it. */
  problems: string[]
  journal: Journal
  /** How many of the planned faults could be had. */
  begun: number
}

type Report = (line: string) => void

/** Plays the plan against servers of its own; `judged` looks on before they stop. */
export async function runChaos(
  plan: Plan,
  report: Report,
  judged: (world: World, journal: Journal) => Promise<void> = async () => undefined,
): Promise<ChaosResult> {
  const startedAt = performance.now()
  const say: Report = (line) => report(`${((performance.now() - startedAt) / 1000).toFixed(1).padStart(6)} s  ${line}`)
  await using world = await openWorld(plan, say)
  const people = await startPeople(world, plan.seed)
  try {
    const connected = () => people.fleets.reduce((sum, fleet) => sum + fleet.connected(), 0)
    await until('drivers are on duty', () => connected() > 0, { timeoutMs: 60_000 })
    say('everybody is at work')
    const begun = await playFaults(world, plan, say)
    await world.heal()
    say('everything is healed')
    await people.stopPlacing()
    const problems = await findProblems(world, people)
    const { statuses } = people.heard
    say(`refused or unanswered: ${[...statuses].map(([status, n]) => `${n} × ${status}`).join(', ') || 'nothing'}`)
    say(
      `${people.journal.orders.length} orders, ${people.journal.deeds.length} steps of drivers, ${problems.length} problems`,
    )
    await judged(world, people.journal)
    return { problems, journal: people.journal, begun }
  } finally {
    people.goHome()
  }
}

/** Returns how many faults began; resolves when all have ended. */
async function playFaults(world: World, { faults, seconds }: Plan, say: Report): Promise<number> {
  const startedAt = performance.now()
  const untilSecond = (second: number) => sleep(Math.max(0, second * 1000 - (performance.now() - startedAt)))
  const playing: Promise<boolean>[] = []
  for (const fault of faults) {
    await untilSecond(fault.at)
    playing.push(playFault(world, fault, say))
  }
  await untilSecond(seconds)
  return (await Promise.all(playing)).filter(Boolean).length
}

async function playFault(world: World, fault: PlannedFault, say: Report): Promise<boolean> {
  const undo = await beginFault(world, fault)
  if (typeof undo === 'string') {
    say(`${describeFault(fault)}: left out, ${undo}`)
    return false
  }
  say(describeFault(fault))
  await sleep(fault.seconds * 1000)
  await undo()
  return true
}
