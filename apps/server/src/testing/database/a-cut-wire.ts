import { once } from 'node:events'
import fs from 'node:fs/promises'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { type ConnectOptions, connectDatabase, type DatabaseAddress } from '../../platform/db/connect.ts'
import type { TestDatabase } from './database-copy.ts'
import { aDatabase } from './test-database.ts'

/** `unsent`: PostgreSQL never receives the COMMIT and rolls back. `unanswered`: it commits, but the client gets no reply. */
export type Cut = 'unsent' | 'unanswered'

export interface CutWire extends AsyncDisposable {
  /** Connected through the proxy that the test cuts. */
  database: TestDatabase
  /** Closes the connection that sends the next COMMIT. */
  cutNextCommit(cut: Cut): void
  /** Drops all bytes of the connections that are open now, without closing them; new connections work. */
  silence(): void
  /** Withholds every reply of the database until the returned function is called. */
  holdReplies(): () => void
}

/** A proxy in front of a database of its own. The test cuts it during a COMMIT, makes it drop everything silently, or holds replies. */
export async function aCutWire(options: ConnectOptions = {}): Promise<CutWire> {
  const direct = await aDatabase()
  const dir = await fs.mkdtemp(path.join(os.tmpdir(), 'cut-wire-'))
  const port = portOf(direct.address)
  let next: Cut | null = null
  const silent = new WeakSet<net.Socket>()
  const clients = new Set<net.Socket>()
  let held: (() => void)[] | null = null

  const wire = net.createServer((client) => {
    const database = net.connect(port.target)
    let isUnanswered = false
    clients.add(client)
    const end = () => {
      client.destroy()
      database.destroy()
    }
    client.on('data', (bytes) => {
      if (silent.has(client)) return
      const cut = next !== null && bytes.includes('commit\0') ? next : null
      if (cut) next = null
      if (cut === 'unsent') return end()
      isUnanswered ||= cut === 'unanswered'
      database.write(bytes)
    })
    database.on('data', (bytes) => {
      if (silent.has(client)) return
      if (held) held.push(() => client.write(bytes))
      else if (!isUnanswered) client.write(bytes)
      else if (bytes.includes('COMMIT\0')) end()
    })
    for (const socket of [client, database]) socket.on('error', end).on('close', end)
  })
  wire.listen(path.join(dir, '.s.PGSQL.5432'))
  await once(wire, 'listening')
  const through = connectDatabase(port.through(dir), { isPatient: true, ...options })
  const closeAll = async () => {
    await through.close()
    wire.close()
    await direct.close()
    await fs.rm(dir, { recursive: true })
  }
  let closed: Promise<void> | undefined
  const close = () => {
    closed ??= closeAll()
    return closed
  }
  return {
    database: { ...direct, ...through, close, [Symbol.asyncDispose]: close },
    cutNextCommit: (cut) => {
      next = cut
    },
    silence: () => {
      for (const client of clients) silent.add(client)
    },
    holdReplies: () => {
      const replies: (() => void)[] = []
      held = replies
      return () => {
        held = null
        for (const reply of replies) reply()
      }
    },
    [Symbol.asyncDispose]: close,
  }
}

function portOf(address: DatabaseAddress): { target: net.NetConnectOpts; through(dir: string): DatabaseAddress } {
  if ('socketDir' in address) {
    const target = { path: path.join(address.socketDir, '.s.PGSQL.5432') }
    return { target, through: (dir) => ({ ...address, socketDir: dir }) }
  }
  if ('host' in address) throw new Error('tests reach their own cluster by a socket')
  const url = new URL(address.url)
  const target = url.searchParams.get('host')
    ? { path: path.join(url.searchParams.get('host') ?? '', '.s.PGSQL.5432') }
    : { host: url.hostname, port: Number(url.port || 5432) }
  return {
    target,
    through: (dir) => {
      url.searchParams.set('host', dir)
      return { url: url.href }
    },
  }
}
