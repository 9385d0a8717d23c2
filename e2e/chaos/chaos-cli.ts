import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { setup, teardown } from '../servers/make-demo-data.ts'
import { describePlan, drawPlan } from './plan.ts'
import { runChaos } from './run-chaos.ts'

/*
 * npm run chaos -- [--seed 7] [--minutes 2] [--runs 20]
 * Runs its own servers while their environment fails as the seed decides; exits with 1 when something was lost.
 * Without a seed one is drawn; several runs take consecutive seeds.
 */

const MAX_SEED = 1_000_000

function wholeOrMore(name: string, text: string, min: number): number {
  const value = Number(text)
  if (Number.isFinite(value) && value >= min) return value
  throw new Error(`--${name} must be a number from ${min}, it is "${text}"`)
}

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(randomInt(MAX_SEED)) },
    minutes: { type: 'string', default: '1' },
    runs: { type: 'string', default: '1' },
  },
})
const first = wholeOrMore('seed', values.seed, 0)
const seconds = Math.round(wholeOrMore('minutes', values.minutes, 0.1) * 60)
const seeds = Array.from({ length: wholeOrMore('runs', values.runs, 1) }, (_, n) => first + n)

/** Ends every run in order: otherwise disks stay mounted and processes frozen. */
const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => stop.abort())

await setup()
const failed: number[] = []
try {
  for (const seed of seeds) {
    if (stop.signal.aborted) break
    const plan = drawPlan(seed, seconds)
    for (const line of describePlan(plan)) console.log(line)
    const { problems } = await runChaos(plan, (line) => console.log(line), { signal: stop.signal }).catch(
      (error: Error) => {
        return { problems: [error.stack ?? String(error)] }
      },
    )
    for (const problem of problems) console.log(`PROBLEM: ${problem}`)
    if (problems.length === 0) continue
    failed.push(seed)
    console.log(`again: npm run chaos -- --seed ${seed} --minutes ${values.minutes}`)
  }
} finally {
  await teardown()
}
console.log(
  `${seeds.length - failed.length} runs passed, ${failed.length} failed${failed.length > 0 ? `: ${failed}` : ''}`,
)
process.exit(failed.length > 0 ? 1 : 0)
