import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { buildConsole } from './build-console.mjs'
import { findBrowser } from './find-browser.mjs'
import { ROOT, setup } from './setup.mjs'

setup()
buildConsole()
const browser = await findBrowser()
if (!browser) {
  console.error(
    'The browser tests need Chromium or Chrome: install one (Debian: apt-get install chromium) or set CHROMIUM to its path.',
  )
  process.exit(1)
}

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'dispecerat-report-'))
const report = path.join(folder, 'report.json')
const { status } = spawnSync(
  process.execPath,
  [
    path.join(ROOT, 'node_modules/vitest/vitest.mjs'),
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...process.argv.slice(2),
  ],
  { cwd: ROOT, stdio: 'inherit', env: { ...process.env, CHROMIUM: browser } },
)
const { passed, failed } = counts(report, status ?? 1)
fs.rmSync(folder, { recursive: true, force: true })
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)

/** A file that could not be loaded, or a run that broke down, has no failed test of its own and still counts as one. */
function counts(file, exitCode) {
  if (!fs.existsSync(file)) return { passed: 0, failed: 1 }
  const run = JSON.parse(fs.readFileSync(file, 'utf8'))
  const broken = run.testResults.filter(
    (one) => one.status === 'failed' && one.assertionResults.every((test) => test.status !== 'failed'),
  )
  const failed = run.numFailedTests + broken.length
  return { passed: run.numPassedTests, failed: failed === 0 && exitCode !== 0 ? 1 : failed }
}
