import { execFile, spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { ROOT } from './setup.mjs'

/** Seconds each test file took when it last ran on this machine. */
const SECONDS_FILE = path.join(ROOT, 'node_modules/.cache/test-seconds.json')

const VITEST = path.join(ROOT, 'node_modules/vitest/vitest.mjs')

/** Every test file with its project. */
export async function listTests() {
  const { stdout } = await promisify(execFile)(process.execPath, [VITEST, 'list', '--filesOnly', '--json'], {
    cwd: ROOT,
    maxBuffer: 64e6,
  })
  return JSON.parse(stdout).map(({ file, projectName }) => ({ name: path.relative(ROOT, file), project: projectName }))
}

/**
 * Runs vitest once and counts its JSON report. With `isQuiet` the output is returned instead of printed, with `isDetached` the
 * terminal's Ctrl+C does not reach it; `started` gets the child process, to pass signals on.
 */
export async function runVitest(args, options = {}) {
  const { isQuiet = false, isDetached = false, env = {}, started = () => undefined } = options
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'dispecerat-report-'))
  const report = path.join(folder, 'report.json')
  const child = spawn(
    process.execPath,
    [VITEST, 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...args],
    {
      cwd: ROOT,
      stdio: isQuiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
      detached: isDetached,
      env: { ...process.env, ...env },
    },
  )
  started(child)
  let output = ''
  for (const stream of isQuiet ? [child.stdout, child.stderr] : [])
    stream.setEncoding('utf8').on('data', (text) => (output += text))
  const exitCode = await new Promise((resolve) => child.on('close', (code) => resolve(code ?? 1)))
  const results = fs.existsSync(report) ? JSON.parse(fs.readFileSync(report, 'utf8')) : undefined
  fs.rmSync(folder, { recursive: true, force: true })
  const counted = { output, exitCode, ...count(results, exitCode) }
  rememberSeconds(counted.files)
  return counted
}

/** A file that could not be loaded, or a run that crashed, has no failed test of its own and still counts as one. */
function count(results, exitCode) {
  if (!results) return { passed: 0, failed: 1, files: [], skipped: [], failures: [] }
  const tests = results.testResults.flatMap((file) =>
    file.assertionResults.map((test) => ({ ...test, file: path.relative(ROOT, file.name) })),
  )
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
    skipped: tests
      .filter(({ status }) => status !== 'passed' && status !== 'failed')
      .map(({ file, fullName }) => `${file} > ${fullName}`),
    failures: [
      ...tests
        .filter(({ status }) => status === 'failed')
        .map(({ file, fullName, failureMessages }) => ({ file, test: fullName, message: messageOf(failureMessages) })),
      ...broken.map(({ name, message }) => ({ file: path.relative(ROOT, name), test: '(the whole file)', message })),
    ],
  }
}

/** For a time-out the report contains the place of the test under the name STACK_TRACE_ERROR; later messages may be the cause. */
function messageOf(failureMessages) {
  const [first = '', ...others] = failureMessages.map((message) => message.replace('STACK_TRACE_ERROR', 'timed out'))
  const heads = others.map((message) => message.split('\n')[0])
  return [[first.split('\n')[0], ...heads].join(' | '), ...first.split('\n').slice(1), ...others].join('\n')
}

export function knownSeconds() {
  return fs.existsSync(SECONDS_FILE) ? JSON.parse(fs.readFileSync(SECONDS_FILE, 'utf8')) : {}
}

function rememberSeconds(files) {
  const measured = Object.fromEntries(files.map(({ name, seconds }) => [name, Math.round(seconds * 10) / 10]))
  fs.mkdirSync(path.dirname(SECONDS_FILE), { recursive: true })
  fs.writeFileSync(SECONDS_FILE, JSON.stringify({ ...knownSeconds(), ...measured }, null, 1))
}
