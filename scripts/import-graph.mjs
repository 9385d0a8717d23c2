import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { ROOT } from './setup.mjs'

const SOURCE = /^(apps|packages|e2e)\/.*\.(ts|tsx|mjs|js|json|css)$/
const CODE = /\.(ts|tsx|mjs|js)$/
/** A type cannot change the behaviour that a test sees; the type checks find those errors. */
const TYPE_IMPORT = /^(?:import|export) type (?:\{[^}]*\}|[\w*\s]+) from ['"][^'"]*['"]/gm
/** Matches imports, and files named for a worker thread or a child process. */
const NAMED_FILE = /['"`](\.{0,2}[\w@./-]+\.(?:tsx?|mjs|js|json|css))['"`]/g
const WORKSPACE = /['"`]@dispecerat\/(\w+)\/([\w./-]+)['"`]/g

/** Files of the working tree, including files not yet added to git, without those that were deleted. */
export function sourceFiles() {
  return git('ls-files', '--cached', '--others', '--exclude-standard').filter(
    (file) => SOURCE.test(file) && fs.existsSync(path.join(ROOT, file)),
  )
}

export function git(...args) {
  return execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 64e6 })
    .split('\n')
    .filter((line) => line !== '')
}

/** Maps each file to the files that name it. */
export function importersOf(files) {
  const known = new Set(files)
  const importers = new Map(files.map((file) => [file, []]))
  for (const file of files.filter((name) => CODE.test(name))) {
    const text = fs.readFileSync(path.join(ROOT, file), 'utf8').replace(TYPE_IMPORT, '')
    const named = [
      ...[...text.matchAll(NAMED_FILE)].map(([, name]) => path.posix.join(path.posix.dirname(file), name)),
      ...[...text.matchAll(WORKSPACE)].map(([, name, module]) => `packages/${name}/src/${module}.ts`),
    ]
    for (const target of new Set(named)) if (known.has(target) && target !== file) importers.get(target).push(file)
  }
  return importers
}

/** Number of imports between each file and the nearest of `starts`. */
export function distancesFrom(starts, importers) {
  const distances = new Map(starts.map((file) => [file, 0]))
  // Iterating over a Map visits the entries added during the loop, which makes this a breadth-first search.
  for (const [file, distance] of distances)
    for (const importer of importers.get(file) ?? [])
      if (!distances.has(importer)) distances.set(importer, distance + 1)
  return distances
}
