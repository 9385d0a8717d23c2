import { spawn } from 'node:child_process'
import crypto from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { findBrowserOrExit } from './find-browser.mjs'
import { freezeBrowsers } from './freeze-browsers.mjs'
import { ROOT, setup } from './setup.mjs'
import { listTests, runVitest } from './vitest-run.mjs'

/*
 * npm run test:flaky -- <rounds> [--new] [--freezes]: runs every test file in every round, in small shuffled groups, with one core kept
 * busy, and with --freezes in browsers whose processes stop now and then. Further arguments choose the files whose path contains one of
 * them. Ctrl+C stops; the same command continues where it stopped, unless --new is passed.
 */

const TALLY = path.join(ROOT, 'node_modules/.cache/flaky.json')
const ROUNDS = 5
/** Number of files that share a vitest run, its PostgreSQL and its filled demo. */
const GROUP_SIZE = {
  unit: 60,
  components: 20,
  server: 30,
  'server-rest': 3,
  processes: 4,
  stories: 5,
  rest: 4,
  trunk: 4,
}
const LINES_OF_MESSAGE = 4

setup()
const words = process.argv.slice(2)
const tally = readTally()
keepTally()
const env = { CHROMIUM: await findBrowserOrExit() }
console.log(`seed ${tally.seed}, ${tally.rounds} rounds${tally.done.length > 0 ? ', continued' : ''}`)

let stopped = false
const freezes = new AbortController()
let running
const spinner = spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' })
process.on('exit', () => spinner.kill())
if (words.includes('--freezes')) void freezeBrowsers(freezes.signal)
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop)

const chosen = words.filter((word) => /^[^-\d]/.test(word))
const files = (await listTests()).filter(
  ({ name }) => chosen.length === 0 || chosen.some((word) => name.includes(word)),
)
for (let round = 1; round <= tally.rounds; round++)
  for (const group of groupsOf(round)) if (!stopped) await run(round, group)

freezes.abort()
report()
process.exit(tally.failures.length > 0 ? 1 : stopped ? 130 : 0)

function readTally() {
  const stored = fs.existsSync(TALLY) ? JSON.parse(fs.readFileSync(TALLY, 'utf8')) : undefined
  if (stored && !stored.isOver && !words.includes('--new')) return stored
  const rounds = Number(words.find((word) => /^\d+$/.test(word)) ?? ROUNDS)
  return { seed: crypto.randomInt(1_000_000), rounds, done: [], failures: [], isOver: false }
}

function keepTally() {
  fs.mkdirSync(path.dirname(TALLY), { recursive: true })
  fs.writeFileSync(TALLY, JSON.stringify(tally, null, 1))
}

/** npm forwards the Ctrl+C that the terminal has already sent. */
function stop() {
  if (stopped) return
  stopped = true
  running?.kill('SIGINT')
}

/** The groups that this round still has to run. Their order depends only on the seed, so that a continued run repeats it. */
function groupsOf(round) {
  const rank = (name) => crypto.createHash('sha256').update(`${tally.seed} ${round} ${name}`).digest('hex')
  const shuffled = (items, nameOf) => items.toSorted((a, b) => (rank(nameOf(a)) < rank(nameOf(b)) ? -1 : 1))
  const left = files.filter(({ name }) => !tally.done.includes(`${round} ${name}`))
  const groups = Object.entries(GROUP_SIZE).flatMap(([project, size]) => {
    const own = shuffled(
      left.filter((file) => file.project === project).map(({ name }) => name),
      String,
    )
    return Array.from({ length: Math.ceil(own.length / size) }, (_, i) => ({
      project,
      names: own.slice(i * size, (i + 1) * size),
    }))
  })
  return shuffled(groups, ({ names }) => names[0])
}

async function run(round, { project, names }) {
  const order = ['--sequence.shuffle.files', `--sequence.seed=${tally.seed + round}`]
  const result = await runVitest(['--project', project, ...order, ...names], {
    isQuiet: true,
    isDetached: true,
    env: { ...env, PROPERTY_SEED: String(tally.seed + round) },
    started: (child) => (running = child),
  })
  if (stopped) return
  const broken = { file: names.join(' '), test: '(the whole group)', message: result.output.trim().slice(-2000) }
  const failures = result.failed > 0 && result.failures.length === 0 ? [broken] : result.failures
  tally.failures.push(...failures.map((failure) => ({ round, ...failure })))
  tally.done.push(...names.map((name) => `${round} ${name}`))
  tally.isOver = tally.done.length >= tally.rounds * files.length
  keepTally()
  const share = `${tally.done.length} of ${tally.rounds * files.length} files`
  console.log(`round ${round}, ${project}: ${result.passed} passed, ${result.failed} failed; ${share}`)
  for (const { file, test } of failures) console.log(`  FAILED: ${file} > ${test}`)
}

/** Every test that ever failed, in how many rounds, with its last message. */
function report() {
  const byTest = new Map()
  for (const { file, test, ...failure } of tally.failures) {
    const name = `${file} > ${test}`
    byTest.set(name, [...(byTest.get(name) ?? []), failure])
  }
  for (const [name, failures] of byTest) {
    console.log(`\n${name}: failed in round ${failures.map(({ round }) => round).join(', ')}`)
    console.log(failures.at(-1).message.split('\n').slice(0, LINES_OF_MESSAGE).join('\n'))
  }
  if (!tally.isOver) console.log(`\nstopped; npm run test:flaky goes on where it was (${TALLY})`)
  console.log(`${tally.done.length} of ${tally.rounds * files.length} files run, ${byTest.size} tests failed`)
}
