import { execFileSync } from 'node:child_process'
import { findBrowserOrExit } from './find-browser.mjs'
import { distancesFrom, git, importersOf, sourceFiles } from './import-graph.mjs'
import { setup } from './setup.mjs'
import { areaOf, storiesOf } from './stories-of-areas.mjs'
import { knownSeconds, runVitest } from './vitest-run.mjs'

/*
 * npm run test:changed [-- <commit>]: runs the tests of uncommitted changes, or of everything since a commit. The closest tests come
 * first. Tests beyond the budget are listed instead: a file that everything imports would start every test.
 */

/** Seconds of test files on each of two cores. */
const BUDGET = { nearby: 15, stories: 12 }
/** Assumed seconds of a file that never ran on this machine. */
const GUESS = { unit: 0.5, component: 2, server: 2, story: 20 }
/** Number of areas, among those reached by imports, whose stories run when the changed area has none. */
const NEAREST_AREAS = 2
/** Maximum number of left-out tests that are listed by name. */
const SHOWN = 8
const TEST = /\.test\.tsx?$/
const IS_REST = /\.rest\.test\.ts$/
/** Files whose dependants are not in the import graph. */
const CONCERNS_EVERYTHING =
  /^(package(-lock)?\.json|vitest\.config\.ts|tsconfig.*\.json|apps\/console\/(index\.html|vite\.config\.ts|build\/))/
/** Migrations are read as a folder, so this file stands for their importers. */
const MIGRATION = /^apps\/server\/migrations\//
const READER_OF_MIGRATIONS = 'apps/server/src/platform/db/migrate.ts'

setup()
const startedAt = Date.now()
const seconds = knownSeconds()
const { changed, since } = changedFiles(process.argv[2])
const files = sourceFiles()
const tests = files.filter((file) => TEST.test(file))
const importers = importersOf(files)
const starts = changed.map((file) => (MIGRATION.test(file) ? READER_OF_MIGRATIONS : file))
const distances = distancesFrom(starts, importers)
const areas = new Set(starts.map(areaOf).filter(Boolean))

const nearby = withinBudget(nearbyTests(), BUDGET.nearby)
const stories = withinBudget(relatedStories(), BUDGET.stories)
console.log(
  `${changed.length} files changed ${since}: ${nearby.chosen.length + stories.chosen.length} test files to run`,
)
const ran = await runBoth()
for (const line of [...leftOut(), `${((Date.now() - startedAt) / 1000).toFixed(1)} s`]) console.log(line)
const failed = ran.reduce((sum, run) => sum + run.failed, 0)
console.log(`${ran.reduce((sum, run) => sum + run.passed, 0)} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)

/** The uncommitted changes; on a clean tree the last commit, unless the main branch has it. */
function changedFiles(commit) {
  if (commit) return { changed: changedSince(git('merge-base', commit, 'HEAD')[0]), since: `since ${commit}` }
  const uncommitted = changedSince('HEAD')
  if (uncommitted.length > 0 || isOnMain()) return { changed: uncommitted, since: 'and not committed' }
  return { changed: changedSince('HEAD~1'), since: 'by the last commit' }
}

function changedSince(commit) {
  const tracked = git('diff', '--name-only', '--no-renames', commit)
  return [...new Set([...tracked, ...git('ls-files', '--others', '--exclude-standard')])]
}

function isOnMain() {
  try {
    execFileSync('git', ['merge-base', '--is-ancestor', 'HEAD', 'main'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Unit, component and server tests: those of the changed areas first, then by the number of imports between. */
function nearbyTests() {
  const isElsewhere = (file) => (areas.has(areaOf(file)) ? 0 : 1)
  return tests
    .filter((file) => distances.has(file) && !file.startsWith('e2e/'))
    .toSorted((a, b) => isElsewhere(a) - isElsewhere(b) || distances.get(a) - distances.get(b) || cost(a) - cost(b))
}

/** Every story imports the whole server, so stories of changes outside e2e/ are found by area. */
function relatedStories() {
  const reached = distancesFrom(
    starts.filter((file) => file.startsWith('e2e/')),
    importers,
  )
  const byImport = tests.filter((file) => reached.has(file)).toSorted((a, b) => reached.get(a) - reached.get(b))
  const product = starts.filter((file) => !file.startsWith('e2e/') && !TEST.test(file))
  const ofAreas = [...new Set(product.map(areaOf))].flatMap((area) => storiesOf(area, tests))
  return [...new Set([...byImport, ...(ofAreas.length > 0 ? ofAreas : storiesOfNearestAreas(product))])]
}

function storiesOfNearestAreas(product) {
  const reached = [...distancesFrom(product, importers).keys()]
  const nearest = [...new Set(reached.filter((file) => !file.startsWith('e2e/')).map(areaOf))]
    .map((area) => storiesOf(area, tests))
    .filter((found) => found.length > 0)
  return nearest.slice(0, NEAREST_AREAS).flat()
}

/** Takes the first candidate always, then as many as the budget allows. */
function withinBudget(candidates, budget) {
  const chosen = []
  let total = 0
  for (const file of candidates.filter((name) => !IS_REST.test(name))) {
    if (chosen.length > 0 && total + cost(file) > budget) continue
    chosen.push(file)
    total += cost(file)
  }
  return { chosen, leftOut: candidates.filter((file) => !chosen.includes(file)) }
}

function cost(file) {
  if (seconds[file] !== undefined) return seconds[file]
  if (file.startsWith('e2e/')) return GUESS.story
  if (file.endsWith('.component.test.tsx')) return GUESS.component
  return file.startsWith('apps/server/') ? GUESS.server : GUESS.unit
}

/** Runs both in parallel, each on a core of its own. */
async function runBoth() {
  const children = []
  process.on('exit', () => {
    for (const child of children) child.kill()
  })
  const run = async (title, chosen, env) => {
    const result = await runVitest(chosen, { isQuiet: true, env, started: (child) => children.push(child) })
    console.log(`\n── ${title}\n${result.output.trim()}`)
    return result
  }
  const runs = nearby.chosen.length > 0 ? [run('unit and server', nearby.chosen)] : []
  if (stories.chosen.length > 0)
    runs.push(run('stories', stories.chosen, { CHROMIUM: await findBrowserOrExit(), DEMO_OF_SCHEMA: 'yes' }))
  return Promise.all(runs)
}

function leftOut() {
  const unknown = changed.filter((file) => CONCERNS_EVERYTHING.test(file))
  const away = [...nearby.leftOut, ...stories.leftOut]
  const shown = away.slice(0, SHOWN).map((file) => `  ${file}`)
  const more = away.length > SHOWN ? [`  and ${away.length - SHOWN} more`] : []
  return [
    ...(unknown.length > 0 ? [`concern every test: ${unknown.join(', ')}; npm test runs them`] : []),
    ...(away.length > 0
      ? [`left out, further away: ${away.length}; npm test -- <name> runs one`, ...shown, ...more]
      : []),
  ]
}
