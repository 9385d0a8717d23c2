import { createOrder, listOrders } from '@dispecerat/contract/orders/orders'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { aServer } from '../../testing/a-server.ts'
import { aCompany, aDispatcher, TOWN_SQUARE } from '../../testing/builders.ts'
import type { Db } from './database.ts'

/** Makes every write to these tables fail with this error from now on. */
async function breakStorage(db: Db, code: string): Promise<void> {
  await sql`
    create function refuse_write() returns trigger language plpgsql as
    ${sql.lit(`begin raise exception 'could not extend file' using errcode = '${code}'; end`)}
  `.execute(db)
  for (const table of ['orders', 'storage_probe']) {
    await sql`create trigger refuse_write before insert on ${sql.table(table)} execute function refuse_write()`.execute(
      db,
    )
  }
}

const repairStorage = (db: Db) => sql`drop function refuse_write cascade`.execute(db)

test.each([
  ['disk_full', '53100'],
  ['io_error', '58030'],
  ['read_only', '25006'],
])(
  '%s: writes are refused, reading goes on, /ready, consoles and one line of the log report it, until it is over',
  async (trouble, code) => {
    const lines: { level: number; msg: string }[] = []
    await using server = await aServer({ logTo: (line) => lines.push(JSON.parse(line)) })
    const { companyId } = await aCompany(server)
    const { email } = await aDispatcher(server, { companyId })
    const token = await server.logIn(email)
    const console = await server.socket(token)
    const ready = async () => {
      const answer = await server.inject('/ready')
      return { code: answer.statusCode, database: answer.json<{ database: string }>().database }
    }
    const place = () =>
      server.request(
        createOrder,
        { body: { client_phone: '+40740123456', places: [{ name: 'Gara', ...TOWN_SQUARE }] } },
        token,
      )
    await server.startJobs()
    await expect.poll(ready).toEqual({ code: 200, database: 'ok' })

    lines.length = 0
    await breakStorage(server.db, code)
    for (let time = 0; time < 5; time++) {
      const refused = await place()
      expect([refused.status, refused.body.message]).toEqual([
        503,
        'Nu se poate salva acum: baza de date nu poate scrie',
      ])
    }
    await expect.poll(ready).toEqual({ code: 503, database: trouble })
    expect((await server.request(listOrders, {}, token)).status).toBe(200)
    await console.waitForEvent('saving_failing', ({ is_failing }) => is_failing === true)

    await repairStorage(server.db)
    await console.waitForEvent('saving_failing', ({ is_failing }) => is_failing === false)
    await expect.poll(ready).toEqual({ code: 200, database: 'ok' })
    expect((await place()).status).toBe(201)
    expect(lines.filter(({ level }) => level >= 40).map(({ msg }) => msg)).toEqual([
      'the database cannot write; every write is refused',
    ])
    expect(lines.filter(({ msg }) => msg === 'the database can write again')).toHaveLength(1)
    expect(await server.db.selectFrom('storage_probe').selectAll().execute()).toEqual([])
  },
)
