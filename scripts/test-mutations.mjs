import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { findBrowserOrExit } from './find-browser.mjs'
import { ACCESS_AND_EVENTS } from './mutations/access-and-events.mjs'
import { copyCheckout } from './mutations/checkout-copy.mjs'
import { FAILURES } from './mutations/failures.mjs'
import { MONEY_AND_TELEPHONE } from './mutations/money-and-telephone.mjs'
import { ORDER_FORM } from './mutations/order-form.mjs'
import { firstFailure, stopOnSignals } from './mutations/run-tests.mjs'
import { SEARCH_AND_ORDERS } from './mutations/search-and-orders.mjs'
import { ROOT, setup } from './setup.mjs'

/*
 * Makes one mistake after the other in the code and expects a test to fail. `npm run test:mutations -- bans` tries those
 * with this text in their area or name; `--check` only reports whether every mutation still applies.
 */

const MUTATIONS = [...SEARCH_AND_ORDERS, ...ACCESS_AND_EVENTS, ...MONEY_AND_TELEPHONE, ...ORDER_FORM, ...FAILURES]
/** Cheapest first: the first layer in which a test fails ends the trial of a mutation. */
const LAYERS = ['unit', 'components', 'server', 'stories']

const words = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const chosen = MUTATIONS.filter(
  (mutation) => words.length === 0 || words.some((word) => titleOf(mutation).includes(word)),
)

const problems = MUTATIONS.flatMap(problemsOf)
for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exit(1)
if (chosen.length === 0) {
  console.error(`No mutation has ${words.join(' or ')} in its area or name.`)
  process.exit(1)
}
if (process.argv.includes('--check')) {
  console.log(`${MUTATIONS.length} mutations apply`)
  process.exit(0)
}

setup()
const browser = chosen.some(({ tests }) => tests.stories) ? await findBrowserOrExit() : undefined
stopOnSignals()
// Works on a copy, because a killed process restores nothing, and because uncommitted changes are tried too.
const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'dispecerat-mutations-')))
const greenLayers = new Set()
try {
  copyCheckout(folder)
  const trials = []
  for (const mutation of chosen) {
    const result = await tryOut(mutation)
    trials.push(result)
    console.log(lineOf(result))
  }
  const survivors = trials.filter(({ failure }) => failure === null)
  console.log(['', `${trials.length - survivors.length} killed:`, ...table(trials)].join('\n'))
  console.log([`${survivors.length} survived`, ...survivors.map(({ mutation }) => `  ${titleOf(mutation)}`)].join('\n'))
  process.exitCode = survivors.length === 0 ? 0 : 1
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
} finally {
  fs.rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
}

function titleOf({ area, name }) {
  return `${area}: ${name}`
}

/** Reasons why a mutation cannot be tried: renamed code, a missing test. */
function problemsOf(mutation) {
  const { file, find, replace, tests } = mutation
  const source = path.join(ROOT, file)
  const found = fs.existsSync(source) ? fs.readFileSync(source, 'utf8').split(find).length - 1 : 0
  const testFiles = Object.entries(tests).flatMap(([layer, files]) => files.map((name) => ({ layer, name })))
  const wrong = [
    ...(found === 1 ? [] : [`its text is ${found} times in ${file}`]),
    ...(find === replace ? ['it changes nothing'] : []),
    ...(testFiles.length === 0 ? ['it names no test'] : []),
    ...testFiles.filter(({ layer }) => !LAYERS.includes(layer)).map(({ layer }) => `there is no layer ${layer}`),
    ...testFiles.filter(({ name }) => !fs.existsSync(path.join(ROOT, name))).map(({ name }) => `${name} is gone`),
  ]
  return wrong.map((why) => `no longer applies: ${titleOf(mutation)}: ${why}`)
}

async function tryOut(mutation) {
  let seconds = 0
  for (const layer of LAYERS) {
    const files = mutation.tests[layer]
    if (!files) continue
    await expectGreen(layer)
    const begunAt = Date.now()
    const failure = await whileMutated(mutation, () => firstFailure(folder, { layer, files, browser }))
    seconds += (Date.now() - begunAt) / 1000
    if (failure) return { mutation, failure, layer, seconds }
  }
  return { mutation, failure: null, seconds }
}

/** A test that fails without a mutation would seem to kill every one, so all tests of the layer have to pass first. */
async function expectGreen(layer) {
  if (greenLayers.has(layer)) return
  const files = [...new Set(chosen.flatMap(({ tests }) => tests[layer] ?? []))]
  console.log(`${layer}: ${files.length} test files without a mutation …`)
  const failure = await firstFailure(folder, { layer, files, browser })
  if (failure) throw new Error(`fails without a mutation: ${failure.file} > ${failure.test}`)
  greenLayers.add(layer)
}

async function whileMutated({ file, find, replace }, work) {
  const copied = path.join(folder, file)
  const original = fs.readFileSync(copied, 'utf8')
  // A function, because `$` has a special meaning in a replacement string.
  fs.writeFileSync(
    copied,
    original.replace(find, () => replace),
  )
  try {
    return await work()
  } finally {
    fs.writeFileSync(copied, original)
  }
}

function lineOf({ mutation, failure, layer, seconds }) {
  const how = failure ? `killed (${layer}, ${seconds.toFixed(0)} s)` : `SURVIVED (${seconds.toFixed(0)} s)`
  return `${how} ${titleOf(mutation)}${failure ? `\n    ${failure.file} > ${failure.test}` : ''}`
}

function table(trials) {
  return trials
    .filter(({ failure }) => failure)
    .map(({ mutation, failure, layer, seconds }) => {
      const [time, by] = [`${seconds.toFixed(0)} s`.padStart(6), layer.padEnd(7)]
      return `${time}  ${by}  ${titleOf(mutation)}  (${failure.file})`
    })
}
