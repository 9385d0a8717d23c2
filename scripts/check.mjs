import { spawn } from 'node:child_process'
import crypto from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { ROOT, setup } from './setup.mjs'

setup()
/** `npm ci` empties this folder, so that a fresh machine checks everything. */
const CACHE = 'node_modules/.cache'
/** A type check takes up to 1.5 GB. */
const MAX_AT_ONCE = 4

const script = (file, ...args) => ['--import', 'tsx', `scripts/${file}`, ...args]
const program = (file, ...args) => [path.join('node_modules', file), ...args]
const types = (project, config) =>
  program(
    '@typescript/native/bin/tsc',
    '-p',
    config,
    '--noEmit',
    '--incremental',
    '--tsBuildInfoFile',
    `${CACHE}/tsc/${project}.tsbuildinfo`,
  )

/** The slowest checks come first, because the last one to start would otherwise run alone at the end. */
const CHECKS = {
  'types (tsc)': types('root', 'tsconfig.json'),
  'types of the console (tsc)': types('console', 'apps/console/tsconfig.json'),
  'types of the browser tests (tsc)': types('e2e', 'e2e/tsconfig.json'),
  'import rules (dependency-cruiser)': program(
    'dependency-cruiser/bin/dependency-cruise.mjs',
    '--config',
    '.dependency-cruiser.cjs',
    '--cache',
    cruiserCache(),
    '--cache-strategy',
    'content',
    '--',
    'apps',
    'packages',
    'e2e',
    'bench',
    'scripts',
  ),
  'schema.sql is what the migrations make': script('generate/dump-schema.ts', '--check'),
  'format and lint (biome)': program('@biomejs/biome/bin/biome', 'check', '--error-on-warnings'),
  'nothing unused (knip)': program('knip/bin/knip.js', '--cache', '--cache-location', `${CACHE}/knip`),
  'openapi.json is what the contract says': script('generate/print-openapi.ts', '--check'),
  'asyncapi.json is what the contract says': script('generate/print-asyncapi.ts', '--check'),
  'first loads stay within their budgets': script('checks/check-first-loads.mjs'),
  'types of the domain (tsc)': types('domain', 'packages/domain/tsconfig.json'),
  'no pattern stands still over a hostile text (recheck)': script('checks/check-patterns.mjs'),
  'paths and tests that documents name exist': script('checks/check-documents.mjs'),
  'names say plain words': script('checks/check-words.mjs'),
  'query keys name endpoints': script('checks/check-query-keys.mjs'),
  'folders have at most 25 files': script('checks/check-folders.mjs'),
  'mutations apply': ['scripts/test-mutations.mjs', '--check'],
}

const waiting = Object.entries(CHECKS)
const failed = []
await Promise.all(Array.from({ length: Math.min(os.availableParallelism(), MAX_AT_ONCE) }, runWaiting))

const failures = failed.map((name) => `FAILED: ${name}`)
for (const line of failures) console.error(line)
// One line for people and for .ci/run, which adds it to the totals of the tests.
const summary = `checks: ${Object.keys(CHECKS).length - failed.length} passed, ${failed.length} failed`
console.log(summary)
if (process.env.CHECK_SUMMARY) fs.writeFileSync(process.env.CHECK_SUMMARY, [...failures, summary].join('\n'))
process.exit(failed.length === 0 ? 0 : 1)

async function runWaiting() {
  for (let next = waiting.shift(); next; next = waiting.shift()) await runCheck(...next)
}

/** Prints a check's output when it has ended, because the lines of parallel checks would mix. */
async function runCheck(name, args) {
  const startedAt = performance.now()
  const { passed, output } = await runNode(args)
  if (!passed) failed.push(name)
  console.log(`\n── ${name}: ${((performance.now() - startedAt) / 1000).toFixed(1)} s`)
  if (output) console.log(output)
}

function runNode(args) {
  const color = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}
  const child = spawn(process.execPath, args, { cwd: ROOT, env: { ...process.env, ...color } })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text))
  return new Promise((resolve) => child.on('close', (code) => resolve({ passed: code === 0, output: output.trim() })))
}

/** dependency-cruiser compares sources only, so the folder's name has a hash of everything else that decides its result. */
function cruiserCache() {
  const hash = crypto.createHash('sha256')
  const packages = ['apps', 'packages'].flatMap((folder) =>
    fs.readdirSync(path.join(ROOT, folder)).map((name) => `${folder}/${name}/package.json`),
  )
  for (const file of [
    '.dependency-cruiser.cjs',
    'tsconfig.json',
    'tsconfig.base.json',
    'package-lock.json',
    ...packages,
  ])
    if (fs.existsSync(path.join(ROOT, file))) hash.update(fs.readFileSync(path.join(ROOT, file)))
  const name = hash.digest('hex').slice(0, 16)
  const caches = path.join(ROOT, CACHE, 'dependency-cruiser')
  const outdated = fs.existsSync(caches) ? fs.readdirSync(caches).filter((entry) => entry !== name) : []
  for (const entry of outdated) fs.rmSync(path.join(caches, entry), { recursive: true })
  return path.join(caches, name)
}
