import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { createOrder, listOrders } from '@dispecerat/contract/orders/orders'
import { expect, test } from 'vitest'
import { aServer, type TestServer } from '../../testing/a-server.ts'
import { aCompany, aDispatcher, TOWN_SQUARE } from '../../testing/builders.ts'
import { fillDisk, mayMount, mountSmallDisk, unmountSmallDisk } from '../../testing/database/small-disk.ts'
import { until } from '../../testing/until.ts'
import { connectDatabase, ensureDatabase } from './connect.ts'
import { migrate } from './migrate.ts'
import { startEmbeddedPostgres } from './postgres/embedded-postgres.ts'

/** Holds a cluster with its WAL and all migrations, and some tens of megabytes more. */
const DISK_MEBIBYTES = 256

const canMount = mayMount()
if (!canMount) console.log('A full disk is not tried here: mounting one needs root.')
const why = canMount ? '' : ' (not tried: mounting needs root)'

/** A server whose PostgreSQL stores its data on a small disk. */
async function onSmallDisk() {
  const disk = fs.mkdtempSync(path.join(os.tmpdir(), 'dispecerat-small-disk-'))
  mountSmallDisk(disk, DISK_MEBIBYTES)
  const notes = { info: () => undefined, warn: () => undefined }
  const postgres = await startEmbeddedPostgres({ stateDir: path.join(disk, 'postgres'), notes, throwaway: true })
  const name = 'dispecerat'
  await ensureDatabase(postgres.address('postgres'), name)
  const address = postgres.address(name)
  const connection = connectDatabase(address)
  await migrate(connection.db)
  const close = async () => {
    await connection.close()
    await postgres.stop()
    unmountSmallDisk(disk)
    fs.rmdirSync(disk)
  }
  const database = { ...connection, name, address, close, [Symbol.asyncDispose]: close }
  return { disk, server: await aServer({ database }) }
}

let phones = 0
async function place(server: TestServer, token: string): Promise<number> {
  phones += 1
  const client_phone = `+40741${String(phones).padStart(6, '0')}`
  const body = { client_phone, about_client: 'x'.repeat(900), places: [{ name: 'Gara', ...TOWN_SQUARE }] }
  return (await server.request(createOrder, { body }, token)).status
}

test.skipIf(!canMount)(
  `a full disk: /ready reports it, reading goes on, and freeing space is enough to recover${why}`,
  async () => {
    const { disk, server } = await onSmallDisk()
    await using _ = server
    const { companyId } = await aCompany(server)
    const token = await server.logIn((await aDispatcher(server, { companyId })).email)
    const ready = async () => (await server.inject('/ready')).json<{ database: string }>().database
    await server.startJobs()
    expect(await place(server, token)).toBe(201)

    const freeSpace = fillDisk(disk)
    await until('a write is refused', async () => (await place(server, token)) === 503)
    expect(await ready()).toBe('disk_full')
    expect((await server.request(listOrders, {}, token)).status).toBe(200)

    freeSpace()
    await expect.poll(ready).toBe('ok')
    expect(await place(server, token)).toBe(201)
  },
  180_000,
)
