import { execFile } from 'node:child_process'
import crypto from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

/*
 * Filling the demo takes longer than many a story. Its data folder is stored in the temporary folder, for the next run on the
 * same sources; with DEMO_OF_SCHEMA, on the same schema.
 */

export interface StoredDemo {
  pgdata: string
  madeAt: Date
}

const REPO_ROOT = path.resolve(import.meta.dirname, '../..')
const PREFIX = `dispecerat-demo-data-${process.getuid?.() ?? 0}-`
const SCHEMA = ['apps/server/migrations', 'apps/server/src/demo/seed']
/** The sources that decide the demo's content. */
const SOURCES = ['apps/server/src', 'packages', 'package-lock.json']
const NOT_SOURCE = /\/node_modules\/|\/testing\/|\.test\.ts$/

const run = promisify(execFile)

/** Longer than a test run may use it, so that no copy loses its original half-way. */
const REMOVED_AFTER_MS = 3 * 60 * 60_000

/** The newest one that these sources filled, or with DEMO_OF_SCHEMA any sources of the same schema; not older than this. */
export function storedDemo(earliest: Date): StoredDemo | undefined {
  const stored = fs
    .readdirSync(os.tmpdir())
    .filter((entry) => entry.startsWith(PREFIX))
    .map((entry) => ({ folder: path.join(os.tmpdir(), entry), madeAt: new Date(Number(entry.split('-').at(-1))) }))
    .toSorted((a, b) => b.madeAt.getTime() - a.madeAt.getTime())
  for (const { folder, madeAt } of stored)
    if (Date.now() - madeAt.getTime() > REMOVED_AFTER_MS) fs.rmSync(folder, { recursive: true, force: true })
  const sameSources = path.join(os.tmpdir(), PREFIX + (process.env.DEMO_OF_SCHEMA ? hashOf(SCHEMA) : hashOfAll()))
  const newest = stored.find(({ folder, madeAt }) => folder.startsWith(sameSources) && madeAt >= earliest)
  return newest && { pgdata: path.join(newest.folder, 'pgdata'), madeAt: newest.madeAt }
}

/** Renamed when it is complete. */
export async function storeDemo({ pgdata, madeAt }: StoredDemo): Promise<void> {
  // On the disk of the stored demos, since a rename cannot cross disks. The temporary name has no time stamp, so nobody uses it half-way.
  const unfinished = fs.mkdtempSync(path.join(os.tmpdir(), `${PREFIX}unfinished-`))
  await run('cp', ['-a', pgdata, path.join(unfinished, 'pgdata')])
  fs.renameSync(unfinished, path.join(os.tmpdir(), `${PREFIX}${hashOfAll()}-${madeAt.getTime()}`))
}

function hashOfAll(): string {
  return `${hashOf(SCHEMA)}-${hashOf(SOURCES)}`
}

function hashOf(sources: readonly string[]): string {
  const hash = crypto.createHash('sha256')
  for (const file of sources.flatMap((source) => filesOf(path.join(REPO_ROOT, source))).toSorted()) {
    const name = path.relative(REPO_ROOT, file)
    if (!NOT_SOURCE.test(name)) hash.update(name).update(fs.readFileSync(file))
  }
  return hash.digest('hex').slice(0, 16)
}

function filesOf(place: string): string[] {
  if (!fs.statSync(place).isDirectory()) return [place]
  return fs
    .readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
}
