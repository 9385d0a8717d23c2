import { once } from 'node:events'
import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { aDataDir, startServer } from './running-server.ts'
import { CLUSTER, SPARE_DATA } from './spare-data.ts'

/*
 * The first start on an empty folder makes a database and fills it with a month of the demo. While one file of browser tests
 * runs, that start is made for the next file's server, when the machine has nothing better to do.
 */

/** What is older differs from a fresh demo: the orders that were to come have come. */
const MAX_AGE_MS = 180_000

interface SpareData {
  folder: string
  madeAt: number
}

/** Prepares one server's data at a time, and gives it away over a socket. */
class SpareDataServer {
  readonly folder: string
  readonly #server: net.Server
  /** What the next one gets; undefined while nobody has asked for it. */
  #spare: Promise<SpareData | null> | undefined
  /** The last preparation; the next one begins after it. */
  #preparing: Promise<unknown> = Promise.resolve()
  #count = 0

  constructor(folder: string) {
    this.folder = folder
    this.#server = net.createServer({ allowHalfOpen: true }, (connection) => void this.#answer(connection))
  }

  get socketFile(): string {
    return path.join(this.folder, 'spare.sock')
  }

  async start(): Promise<void> {
    await once(this.#server.listen(this.socketFile), 'listening')
  }

  async stop(): Promise<void> {
    this.#server.close()
    await this.#preparing
  }

  async #answer(connection: net.Socket): Promise<void> {
    try {
      const into = await text(connection)
      const promised = this.#spare
      this.#spare = undefined
      const spare = await promised
      if (spare) give(spare, into)
      this.#prepareNext()
    } catch (error) {
      console.error('no spare data:', error)
    } finally {
      connection.end()
    }
  }

  #prepareNext(): void {
    if (this.#spare) return
    this.#count += 1
    const folder = path.join(this.folder, String(this.#count))
    this.#spare = this.#preparing.then(() =>
      makeData(folder).catch((error: unknown) => {
        console.error('no spare data:', error)
        return null
      }),
    )
    this.#preparing = this.#spare
  }
}

let server: SpareDataServer | undefined

/** Called once by the test run. */
export async function setup(): Promise<void> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'dispecerat-spare-'))
  // As root, PostgreSQL runs as another account, which has to walk in.
  fs.chmodSync(folder, 0o755)
  server = new SpareDataServer(folder)
  await server.start()
  process.env[SPARE_DATA] = server.socketFile
}

export async function teardown(): Promise<void> {
  if (!server) return
  await server.stop()
  fs.rmSync(server.folder, { recursive: true, force: true })
}

function give({ folder, madeAt }: SpareData, into: string): void {
  if (Date.now() - madeAt < MAX_AGE_MS) {
    fs.mkdirSync(path.join(into, path.dirname(CLUSTER)), { recursive: true })
    fs.renameSync(path.join(folder, CLUSTER), path.join(into, CLUSTER))
  }
  fs.rmSync(folder, { recursive: true, force: true })
}

async function makeData(folder: string): Promise<SpareData> {
  await using data = aDataDir()
  const demo = await startServer({ env: { DEMO: 'on' }, dataDir: data, isUrgent: false })
  await demo.stop()
  fs.mkdirSync(path.join(folder, path.dirname(CLUSTER)), { recursive: true })
  fs.renameSync(path.join(data.path, CLUSTER), path.join(folder, CLUSTER))
  return { folder, madeAt: Date.now() }
}
