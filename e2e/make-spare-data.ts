import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { aDataDir, startServer } from './running-server.ts'
import { CLUSTER, KEPT_IN, spareIn } from './spare-data.ts'

/*
 * The first start on an empty folder makes a database and fills it with a month of the demo. While one file of browser tests
 * runs, that start is made for the next file's server, when the machine has nothing better to do.
 */

const LOOK_MS = 100

let keeping: { stop: AbortController; ended: Promise<void>; folder: string } | undefined

/** Called once by the test run. */
export function setup(): void {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'dispecerat-spare-'))
  // As root, PostgreSQL runs as another account, which has to walk in.
  fs.chmodSync(folder, 0o755)
  process.env[KEPT_IN] = folder
  const stop = new AbortController()
  keeping = { stop, ended: keepOne(folder, stop.signal), folder }
}

export async function teardown(): Promise<void> {
  keeping?.stop.abort()
  await keeping?.ended
  if (keeping) fs.rmSync(keeping.folder, { recursive: true, force: true })
}

async function keepOne(folder: string, stop: AbortSignal): Promise<void> {
  const { wanted, making, ready } = spareIn(folder)
  while (!stop.aborted) {
    if (!fs.existsSync(wanted)) {
      await sleep(LOOK_MS, undefined, { signal: stop }).catch(() => undefined)
      continue
    }
    fs.writeFileSync(making, '')
    fs.rmSync(wanted)
    await makeData(ready).catch((error) => console.error('no spare data:', error))
    fs.rmSync(making)
  }
}

async function makeData(ready: string): Promise<void> {
  await using data = aDataDir()
  const server = await startServer({ env: { DEMO: 'on' }, dataDir: data, isUrgent: false })
  await server.stop()
  const unfinished = `${ready}.new`
  fs.rmSync(unfinished, { recursive: true, force: true })
  fs.mkdirSync(path.join(unfinished, path.dirname(CLUSTER)), { recursive: true })
  fs.renameSync(path.join(data.path, CLUSTER), path.join(unfinished, CLUSTER))
  // Who came while it was made did without it, and wanted the next one: what nobody took is older.
  fs.rmSync(ready, { recursive: true, force: true })
  fs.renameSync(unfinished, ready)
}
