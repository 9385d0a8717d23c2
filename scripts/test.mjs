import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { buildConsole } from './build-console.mjs'
import { findBrowser } from './find-browser.mjs'
import { ROOT, setup } from './setup.mjs'

/** Layers of tests with their budgets on two quiet cores; docs/testing.md says what belongs where. */
const LAYERS = [
  { name: 'unit', projects: ['unit'], minutes: 1 },
  { name: 'server', projects: ['server'], minutes: 6 },
  { name: 'stories', projects: ['processes', 'stories'], minutes: 8 },
]
const REST = [{ name: 'rest', projects: ['server-rest', 'rest', 'trunk'], minutes: 20 }]
const SLOWEST = 10

setup()
buildConsole()
const browser = await findBrowser()
if (!browser) {
  console.error(
    'The browser tests need Chromium or Chrome: install one (Debian: apt-get install chromium) or set CHROMIUM to its path.',
  )
  process.exit(1)
}

const isRest = process.argv.includes('--rest')
const filters = process.argv.slice(2).filter((word) => word !== '--rest')
const ran = layersToRun().map(run)
const skipped = ran.flatMap((layer) => layer.skipped)
for (const line of [...table(ran), ...slowest(ran), ...leftOut(skipped)]) console.log(line)

// Where everything is installed, a test that is left out has failed.
const missing = process.env.LEAVE_OUT_NOTHING ? skipped.length : 0
const passed = sum(ran, (layer) => layer.passed)
const failed = sum(ran, (layer) => layer.failed) + missing
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)

/** With filters everything they find is one layer, without a budget. */
function layersToRun() {
  if (filters.length > 0) return [{ name: 'chosen', projects: [] }]
  return isRest ? REST : LAYERS
}

function run({ name, projects, minutes }) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'dispecerat-report-'))
  const report = path.join(folder, 'report.json')
  const cpuBefore = cpuSeconds()
  const startedAt = Date.now()
  const { status } = spawnSync(
    process.execPath,
    [
      path.join(ROOT, 'node_modules/vitest/vitest.mjs'),
      'run',
      '--reporter=default',
      '--reporter=json',
      `--reporter=${path.join(ROOT, 'scripts/second-tries.mjs')}`,
      `--outputFile.json=${report}`,
      ...projects.flatMap((project) => ['--project', project]),
      ...filters,
    ],
    { cwd: ROOT, stdio: 'inherit', env: { ...process.env, CHROMIUM: browser } },
  )
  const took = { minutes: (Date.now() - startedAt) / 60_000, cpu: cpuSeconds() - cpuBefore }
  const results = fs.existsSync(report) ? JSON.parse(fs.readFileSync(report, 'utf8')) : undefined
  fs.rmSync(folder, { recursive: true, force: true })
  return { name, budget: minutes, ...took, ...counts(results, status ?? 1) }
}

/** A file that could not be loaded, or a run that broke down, has no failed test of its own and still counts as one. */
function counts(results, exitCode) {
  if (!results) return { passed: 0, failed: 1, files: [], skipped: [] }
  const broken = results.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.every((test) => test.status !== 'failed'),
  )
  const failed = results.numFailedTests + broken.length
  return {
    passed: results.numPassedTests,
    failed: failed === 0 && exitCode !== 0 ? 1 : failed,
    files: results.testResults.map((file) => ({
      name: path.relative(ROOT, file.name),
      seconds: (file.endTime - file.startTime) / 1000,
    })),
    skipped: results.testResults.flatMap((file) =>
      file.assertionResults
        .filter((test) => test.status !== 'passed' && test.status !== 'failed')
        .map((test) => `${path.relative(ROOT, file.name)} > ${test.fullName}`),
    ),
  }
}

/** What all processors of the machine have worked so far: node, PostgreSQL and browsers alike. */
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

function sum(items, of) {
  return items.reduce((total, item) => total + of(item), 0)
}
