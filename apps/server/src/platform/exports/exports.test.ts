import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readSheet } from '../../office/imports/read-sheet.ts'
import type { TestDatabase } from '../../testing/database/database-copy.ts'
import { aDatabase } from '../../testing/database/test-database.ts'
import { csvTable } from './csv-table.ts'
import { streamRows, type TableColumn } from './exports.public.ts'
import { xlsxTable } from './xlsx-table.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await aDatabase()
})
afterAll(() => database.close())

const COLUMNS: TableColumn[] = [
  { key: 'name', label: 'Nume' },
  { key: 'seats', label: 'Locuri', kind: 'number' },
  { key: 'cost', label: 'Cost', kind: 'bani' },
  { key: 'at', label: 'La', kind: 'time' },
  { key: 'until', label: 'Până la', kind: 'date' },
]
const ROW = { name: 'Ștefan; „Dacia"', seats: 4, cost: -1250, at: '2026-07-01 09:00:00', until: '2027-01-31' }

async function textOf(parts: AsyncIterable<string>): Promise<string> {
  let text = ''
  for await (const part of parts) text += part
  return text
}

async function bytesOf(file: Readable): Promise<Buffer> {
  return Buffer.concat(await file.toArray())
}

function numbered(upTo: number) {
  return sql<{
    n: number
    name: string
  }>`select n::int as n, ${'rând'} || n as name from generate_series(1, ${upTo}) as n`
}

test('a CSV opens in a Romanian spreadsheet: byte order mark, semicolons, decimal commas, local times of Bucharest', async () => {
  const text = await textOf(csvTable(COLUMNS, [ROW]))
  expect(text).toBe(
    '\uFEFFNume;Locuri;Cost;La;Până la\r\n"Ștefan; „Dacia""";4;-12,5;2026-07-01 12:00:00;2027-01-31\r\n',
  )
})

test.each(['=1+1', '+407', '-5', '@SUM(A1)', '\tx', '\rx'])('the text %j is no formula in a CSV', async (name) => {
  const text = await textOf(csvTable([{ key: 'name', label: 'Nume' }], [{ name }]))
  expect(text.split('\r\n').slice(1).join('\r\n')).toMatch(/^"?'/)
})

test.each([
  ['+40722123456', '+40722123456'],
  ['+40722123456+1', "'+40722123456+1"],
  ['+4072212345678901', "'+4072212345678901"],
])('the text %j is written to a CSV as %s: a phone is no formula', async (phone, text) => {
  const columns = [{ key: 'phone', label: 'Telefon' }]
  expect(await textOf(csvTable(columns, [{ phone }]))).toBe(`\uFEFFTelefon\r\n${text}\r\n`)
})

test('a workbook contains the values of the rows: texts, numbers, dates, and formulas only as texts', async () => {
  const rows = [ROW, { ...ROW, name: '=1+1<b>&\u0000', cost: null, at: null }]
  const read = await readSheet(await bytesOf(xlsxTable(COLUMNS, rows)), { maxRows: 10 })
  expect(read.map(({ cells }) => cells)).toEqual([
    ['Nume', 'Locuri', 'Cost', 'La', 'Până la'],
    ['Ștefan; „Dacia"', '4', '-12.5', '2026-07-01 12:00:00', '2027-01-31'],
    ['=1+1<b>&', '4', '', '', '2027-01-31'],
  ])
})

test('rows beyond the limit of a sheet continue in the next one', async () => {
  const rows = Array.from({ length: 7 }, (_, i) => ({ name: `r${i}` }))
  const file = await bytesOf(xlsxTable([{ key: 'name', label: 'Nume' }], rows, 3))
  const second = await readSheet(file, { maxRows: 10, sheet: 2 })
  expect(second.map(({ cells }) => cells[0])).toEqual(['Nume', 'r3', 'r4', 'r5'])
  const third = await readSheet(file, { maxRows: 10, sheet: 3 })
  expect(third.map(({ cells }) => cells[0])).toEqual(['Nume', 'r6'])
})

test('a long list is read in batches, each row once and in order', async () => {
  let last = 0
  for await (const { n } of streamRows(database.db, numbered(3500))) {
    expect(n).toBe(last + 1)
    last = n
  }
  expect(last).toBe(3500)
})

test('more concurrent reads than connections all complete, each on one connection', async () => {
  const counts = await Promise.all(
    Array.from({ length: 9 }, async (_, i) => {
      let count = 0
      for await (const _row of streamRows(database.db, numbered(1000 + i))) count += 1
      return count
    }),
  )
  expect(counts).toEqual(Array.from({ length: 9 }, (_, i) => 1000 + i))
})

test('a reader that stops returns the connection', async () => {
  for (let time = 0; time < 5; time++) {
    const file = xlsxTable([{ key: 'name', label: 'Nume' }], streamRows(database.db, numbered(200_000)))
    await once(file, 'readable')
    file.destroy()
    await once(file, 'close')
  }
  let count = 0
  for await (const _row of streamRows(database.db, numbered(10))) count += 1
  expect(count).toBe(10)
  await expect.poll(async () => (await openReadings()).length).toBe(0)
})

async function openReadings(): Promise<unknown[]> {
  const { rows } = await sql`
    select pid from pg_stat_activity
    where datname = current_database() and state like 'idle in transaction%' and pid <> pg_backend_pid()
  `.execute(database.db)
  return rows
}
