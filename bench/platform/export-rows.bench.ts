import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import { connectDatabase, ensureDatabase } from '../../apps/server/src/platform/db/connect.ts'
import type { Db } from '../../apps/server/src/platform/db/database.ts'
import { startEmbeddedPostgres } from '../../apps/server/src/platform/db/postgres/embedded-postgres.ts'
import { fileOf } from '../../apps/server/src/platform/exports/export-files.ts'
import { streamRows, type TableColumn } from '../../apps/server/src/platform/exports/exports.public.ts'
import { type Bench, type BenchReport, type BenchRow, median } from '../measure.ts'

const ROWS = 1_000_000
const ROUNDS = 3

const MAX_GROWTH_MIB = 64

const COLUMNS: TableColumn[] = [
  { key: 'id', label: 'Nr.', kind: 'number' },
  { key: 'name', label: 'Client' },
  { key: 'phone', label: 'Telefon' },
  { key: 'address', label: 'Adresă' },
  { key: 'cost', label: 'Cost', kind: 'bani' },
  { key: 'at', label: 'La', kind: 'time' },
]

const LONG_LIST = sql<Record<string, unknown>>`
  select n::int as id, 'Popescu Ștefan ' || n as name, '+4072' || lpad(n::text, 7, '0') as phone,
    'Strada Lungă ' || n % 300 || ', bl. 4; sc. B' as address, (n % 9000)::int as cost,
    timestamptz '2026-01-01' + n * interval '7 seconds' as at
  from generate_series(1, ${ROWS}::int) as n
`

/** A million rows as CSV and XLSX, against the same rows read through a cursor and discarded. */
export const bench: Bench = {
  name: 'export-rows',
  run: async () => {
    const stateDir = fs.mkdtempSync(path.join(os.tmpdir(), 'dispecerat-bench-'))
    fs.chmodSync(stateDir, 0o755)
    const notes = { info: () => undefined, warn: () => undefined }
    const postgres = await startEmbeddedPostgres({ stateDir, notes })
    try {
      await ensureDatabase(postgres.address('postgres'), 'bench')
      const connection = connectDatabase(postgres.address('bench'), { max: 2 })
      return await measureExports(connection.db).finally(connection.close)
    } finally {
      await postgres.stop()
      fs.rmSync(stateDir, { recursive: true, force: true })
    }
  },
}

async function measureExports(db: Db): Promise<BenchReport> {
  const rates = { bare: [] as number[], csv: [] as number[], xlsx: [] as number[] }
  const growth = { csv: [] as number[], xlsx: [] as number[] }
  for (let round = 0; round < ROUNDS; round++) {
    rates.bare.push((await watched(() => readAll(db))).rowsPerSecond)
    for (const format of ['csv', 'xlsx'] as const) {
      const { rowsPerSecond, grownMib } = await watched(() => writeAway(db, format))
      rates[format].push(rowsPerSecond)
      growth[format].push(grownMib)
    }
  }
  const rate = (format: 'csv' | 'xlsx'): BenchRow => ({
    what: `${format}, rows a second`,
    unit: 'rows/s',
    peerName: 'bare cursor',
    better: 'higher',
    ours: median(rates[format]),
    peer: median(rates.bare),
  })
  const memory = (format: 'csv' | 'xlsx'): BenchRow => ({
    what: `${format}, memory grown after the first tenth of the time`,
    unit: 'MiB',
    peerName: 'limit',
    better: 'lower',
    ours: Math.max(...growth[format]),
    peer: MAX_GROWTH_MIB,
  })
  return {
    title: `Export of ${ROWS.toLocaleString('en-US')} rows of ${COLUMNS.length} columns`,
    growsWith: 'rows × columns; memory grows with neither.',
    rows: [rate('csv'), rate('xlsx'), memory('csv'), memory('xlsx')],
    notes: ['The file goes to a counter: what a network takes comes on top.'],
  }
}

async function readAll(db: Db): Promise<void> {
  let count = 0
  for await (const _row of streamRows(db, LONG_LIST)) count += 1
  if (count !== ROWS) throw new Error(`${count} rows were read`)
}

async function writeAway(db: Db, format: 'csv' | 'xlsx'): Promise<void> {
  const rows = streamRows(db, LONG_LIST)
  const away = new PassThrough()
  away.resume()
  await pipeline(fileOf({ format, columns: COLUMNS, rows }), away)
}

/** Rows per second, and how much the process grew between a tenth of the run and its end. */
async function watched(run: () => Promise<void>): Promise<{ rowsPerSecond: number; grownMib: number }> {
  globalThis.gc?.()
  const sizes: number[] = []
  const watch = setInterval(() => sizes.push(process.memoryUsage().rss), 50)
  const began = performance.now()
  await run()
  const seconds = (performance.now() - began) / 1000
  clearInterval(watch)
  const settled = sizes[Math.floor(sizes.length / 10)] ?? 0
  return { rowsPerSecond: ROWS / seconds, grownMib: (Math.max(...sizes) - settled) / 2 ** 20 }
}
