import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { aServer } from '../testing/a-server.ts'
import { advanceImport } from './advance-import.ts'
import { anImportingOffice, phones, REAL } from './testing/an-importing-office.ts'
test('measure', async () => {
  const server = await aServer()
  const { bring } = await anImportingOffice(server)
  const times: any[] = []
  const orig = server.db.transaction.bind(server.db)
  await sql`create extension if not exists pg_stat_statements`.execute(server.db).catch(() => 0)
  const t0 = performance.now()
  ;(server.db as any).transaction = () => {
    const b = orig()
    const ex = b.execute.bind(b)
    ;(b as any).execute = async (f: any) => { const a = performance.now(); try { return await ex(f) } finally { times.push(Math.round(performance.now() - a)) } }
    return b
  }
  const r = await bring('clients', `Telefon;Nume\n${phones(10_000).map((p) => `${p};Ion Popescu ${p}`).join('\n')}`, REAL)
  console.log('clients', r.status, Math.round(performance.now() - t0), times.join(' '))
  times.length = 0
  const r2 = await bring('drivers', `Telefon;Nume;E-mail;Nr. permis\n${phones(2000).map((p) => `${p};Ion Popescu ${p};a${p}@x.ro;B1`).join('\n')}`, REAL)
  console.log('drivers 2000', r2.status, times.join(' '))
  times.length = 0
  const r3 = await bring('cars', `Indicativ;Număr\n${Array.from({length: 2000}, (_, n) => `${n};BV${10 + Math.floor(n / 900)}${String.fromCharCode(65 + Math.floor(n / 26) % 26)}${String.fromCharCode(65 + n % 26)}${String.fromCharCode(65 + Math.floor(n/676)%26)}`).join('\n')}`, REAL)
  console.log('cars 2000', r3.status, JSON.stringify(r3.body).slice(0, 200), times.join(' '))
  await server.stop()
  expect(1).toBe(1)
})
