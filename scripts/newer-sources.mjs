import fs from 'node:fs'
import path from 'node:path'
import { ROOT } from './setup.mjs'

const NOT_SOURCES = new Set(['node_modules', 'dist', '.vite'])

/** True when the built file is missing or older than one of its sources (files or folders). Paths start at the root. */
export function isOutdated(built, sources) {
  const file = path.join(ROOT, built)
  const builtAt = fs.existsSync(file) ? fs.statSync(file).mtimeMs : 0
  return sources.some((source) => newest(path.join(ROOT, source)) > builtAt)
}

function newest(file) {
  const found = fs.statSync(file)
  if (!found.isDirectory()) return found.mtimeMs
  const below = fs
    .readdirSync(file)
    .filter((entry) => !NOT_SOURCES.has(entry))
    .map((entry) => newest(path.join(file, entry)))
  // A folder's own time stamp changes when a file is deleted, but also when its dist or node_modules change.
  return Math.max(0, ...below)
}
