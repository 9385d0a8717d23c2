import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { ROOT, setup } from './setup.mjs'

setup()
const script = (file, ...args) => ['--import', 'tsx', `scripts/${file}`, ...args]
const program = (file, ...args) => [path.join('node_modules', file), ...args]

const CHECKS = {
  'form (biome)': program('@biomejs/biome/bin/biome', 'check', '--error-on-warnings'),
  'types (tsc)': program('typescript/bin/tsc', '-p', 'tsconfig.json', '--noEmit'),
  'types of the console (tsc)': program('typescript/bin/tsc', '-p', 'apps/console/tsconfig.json', '--noEmit'),
  'types of the browser tests (tsc)': program('typescript/bin/tsc', '-p', 'e2e/tsconfig.json', '--noEmit'),
  'types of the domain (tsc)': program('typescript/bin/tsc', '-p', 'packages/domain/tsconfig.json', '--noEmit'),
  'walls (dependency-cruiser)': program(
    'dependency-cruiser/bin/dependency-cruise.mjs',
    '--config',
    '.dependency-cruiser.cjs',
    '--',
    'apps',
    'packages',
    'e2e',
    'bench',
    'scripts',
  ),
  'nothing unused (knip)': program('knip/bin/knip.js'),
  'openapi.json is what the contract says': script('print-openapi.ts', '--check'),
  'asyncapi.json is what the contract says': script('print-asyncapi.ts', '--check'),
  'schema.sql is what the migrations make': script('dump-schema.ts', '--check'),
}

const failed = []
for (const [name, args] of Object.entries(CHECKS)) {
  console.log(`\n── ${name}`)
  const { status } = spawnSync(process.execPath, args, { cwd: ROOT, stdio: 'inherit' })
  if (status !== 0) failed.push(name)
}
for (const name of failed) console.error(`FAILED: ${name}`)
// One line for people and for .ci/run, which adds it to the tests' own.
const summary = `checks: ${Object.keys(CHECKS).length - failed.length} passed, ${failed.length} failed`
console.log(summary)
if (process.env.CHECK_SUMMARY) fs.writeFileSync(process.env.CHECK_SUMMARY, summary)
process.exit(failed.length === 0 ? 0 : 1)
