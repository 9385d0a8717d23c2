import { spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'

/** A mutation may make a test wait for ever; no other test run needs this long. */
const TIMEOUT_MS = 20 * 60_000
const SHOWN_OUTPUT = 4_000

let running
let signalled

/** Ends the test run after a signal and starts no other; the calling script cleans up. */
export function stopOnSignals() {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.once(signal, () => {
      signalled = signal
      running?.kill('SIGTERM')
    })
  }
}

/** Runs these test files of one layer in the copy, until the first failure. Resolves with its file and test, or null. */
export async function firstFailure(copy, { layer, files, browser }) {
  const env = browser ? { ...process.env, CHROMIUM: browser } : process.env
  const report = path.join(copy, 'node_modules', '.mutation-report.json')
  fs.rmSync(report, { force: true })
  const vitest = path.join(copy, 'node_modules', 'vitest', 'vitest.mjs')
  const options = ['run', '--project', layer, '--bail=1', '--reporter=json', `--outputFile.json=${report}`]
  const ended = await runNode(copy, [vitest, ...options, ...files], env)
  return failureIn(copy, report, ended)
}

function failureIn(copy, report, { exitCode, output, isTimedOut }) {
  if (isTimedOut) return { file: '-', test: `still running after ${TIMEOUT_MS / 60_000} minutes` }
  const results = fs.existsSync(report) ? JSON.parse(fs.readFileSync(report, 'utf8')) : undefined
  for (const { name, status, assertionResults } of results?.testResults ?? []) {
    const failed = assertionResults.find((test) => test.status === 'failed')
    if (failed || status === 'failed')
      return { file: path.relative(copy, name), test: failed?.fullName ?? 'does not load' }
  }
  if (exitCode === 0) return null
  // A test run that failed before its first test proves nothing about the mutation.
  if (!results?.numTotalTests) throw new Error(`vitest ended with ${exitCode} and ran no test: ${output}`)
  return { file: '-', test: 'an error outside of any test' }
}

function runNode(cwd, args, env) {
  throwIfSignalled()
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
    running = child
    let output = ''
    let isTimedOut = false
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (text) => {
        output = `${output}${text}`.slice(-SHOWN_OUTPUT)
      })
    }
    const timeout = setTimeout(() => {
      isTimedOut = true
      child.kill('SIGTERM')
    }, TIMEOUT_MS)
    child.on('error', reject)
    child.on('close', (exitCode) => {
      clearTimeout(timeout)
      running = undefined
      try {
        throwIfSignalled()
        resolve({ exitCode, output, isTimedOut })
      } catch (error) {
        reject(error)
      }
    })
  })
}

function throwIfSignalled() {
  if (signalled) throw new Error(`stopped by ${signalled}`)
}
