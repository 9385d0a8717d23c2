import os from 'node:os'
import { findBrowserOrExit } from './find-browser.mjs'
import { setup } from './setup.mjs'
import { runVitest } from './vitest-run.mjs'

/** Layers of tests with their budgets on two quiet cores; docs/testing.md says what belongs where. */
const LAYERS = [
  { name: 'unit', projects: ['unit', 'components'], minutes: 1 },
  { name: 'server', projects: ['server'], minutes: 6 },
  { name: 'stories', projects: ['processes', 'stories'], minutes: 8 },
]
const REST = [{ name: 'rest', projects: ['server-rest', 'rest'], minutes: 20 }]
const SLOWEST = 10

setup()
const browser = await findBrowserOrExit()

const isRest = process.argv.includes('--rest')
const filters = process.argv.slice(2).filter((word) => word !== '--rest')
const ran = []
for (const layer of layersToRun()) ran.push(await run(layer))
const skipped = ran.flatMap((layer) => layer.skipped)
for (const line of [...table(ran), ...slowest(ran), ...leftOut(skipped), ...failures(ran)]) console.log(line)

// Where everything is installed, a skipped test counts as failed.
const missing = process.env.LEAVE_OUT_NOTHING ? skipped.length : 0
const passed = sum(ran, (layer) => layer.passed)
const failed = sum(ran, (layer) => layer.failed) + missing
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)

/** With filters, all matching tests form one layer without a budget. */
function layersToRun() {
  if (filters.length > 0) return [{ name: 'chosen', projects: [] }]
  return isRest ? REST : LAYERS
}

async function run({ name, projects, minutes }) {
  const cpuBefore = cpuSeconds()
  const startedAt = Date.now()
  const args = [...projects.flatMap((project) => ['--project', project]), ...filters]
  const counted = await runVitest(args, { env: { CHROMIUM: browser } })
  const took = { minutes: (Date.now() - startedAt) / 60_000, cpu: cpuSeconds() - cpuBefore }
  return { name, budget: minutes, ...took, ...counted }
}

/** CPU time of all processors of the machine so far: node, PostgreSQL and browsers alike. */
function cpuSeconds() {
  return sum(os.cpus(), ({ times }) => times.user + times.nice + times.sys + times.irq) / 1000
}

function table(layers) {
  return layers.map(({ name, passed, failed, minutes, budget, cpu }) => {
    const within = budget ? ` of ${budget}` : ''
    return `${name}: ${passed} passed, ${failed} failed; ${minutes.toFixed(1)}${within} min, ${Math.round(cpu)} CPU s`
  })
}

function slowest(layers) {
  const files = layers.flatMap((layer) => layer.files).toSorted((a, b) => b.seconds - a.seconds)
  return ['slowest files:', ...files.slice(0, SLOWEST).map(({ name, seconds }) => `  ${seconds.toFixed(1)} s  ${name}`)]
}

function leftOut(tests) {
  return tests.length === 0 ? [] : [`left out: ${tests.length}`, ...tests.map((test) => `  ${test}`)]
}

/** The lines that .ci/run repeats at its end. */
function failures(layers) {
  return layers.flatMap((layer) =>
    layer.failures.map(({ file, test, message = '' }) => `FAILED: ${file} > ${test}: ${message.split('\n')[0]}`),
  )
}

function sum(items, of) {
  return items.reduce((total, item) => total + of(item), 0)
}
