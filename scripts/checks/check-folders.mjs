import fs from 'node:fs'
import path from 'node:path'
import { git } from '../import-graph.mjs'
import { ROOT } from '../setup.mjs'

/*
 * Checks that a folder can be read at a glance: at most 25 files beside its subfolders. Tests do not count, nor do numbered files (migrations,
 * decisions), which are looked up by their number.
 */

const MAX_FILES = 25
const UNCOUNTED = /\.test\.tsx?$|\.stories\.[^.]+$|\.snap$|^\d{4}[_-]/

const counts = {}
for (const file of git('ls-files', '--cached', '--others', '--exclude-standard')) {
  if (UNCOUNTED.test(path.posix.basename(file)) || !fs.existsSync(path.join(ROOT, file))) continue
  const folder = path.posix.dirname(file)
  counts[folder] = (counts[folder] ?? 0) + 1
}
const full = Object.entries(counts).filter(([, count]) => count > MAX_FILES)
for (const [folder, count] of full)
  console.error(`${folder} has ${count} files, at most ${MAX_FILES} are allowed: group some in a subfolder`)
process.exit(full.length === 0 ? 0 : 1)
