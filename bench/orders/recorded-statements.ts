import crypto from 'node:crypto'
import fs from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type pg from 'pg'
import type { Db } from '../../apps/server/src/platform/db/database.ts'

export interface Statement {
  text: string
  values: (string | null)[]
}

const LINE = /^\d{4}-\d\d-\d\d [\d:.]+ \w+ \[(\d+)\] (\w+): {2}/
const EXECUTED = /^(?:execute \S+|statement): ([\s\S]*)$/
const PARAMETER = /\$\d+ = (NULL|'(?:[^']|'')*')/g

/** Switches the statement log of new connections to the database on or off, values included. */
export async function recordStatements(db: Db, on: boolean): Promise<void> {
  const [statement, verbosity] = on ? ['all', 'default'] : ['none', 'terse']
  await sql`alter database dispecerat set log_statement = ${sql.lit(statement)}`.execute(db)
  await sql`alter database dispecerat set log_error_verbosity = ${sql.lit(verbosity)}`.execute(db)
  // Connections read the setting when they open, so the server's current ones are ended.
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = 'dispecerat' and pid <> pg_backend_pid()`.execute(db)
  await sleep(1_000)
}

/** The statements from begin to commit of the transaction that inserted an order, written to the log after `offset`. */
export function placingTransaction(logFile: string, offset: number): Statement[] {
  const byProcess = new Map<string, Statement[]>()
  for (const { process, statement } of statementsIn(fs.readFileSync(logFile).subarray(offset).toString('utf8'))) {
    const word = statement.text.trim().toLowerCase()
    if (/^(begin|start transaction)/.test(word)) byProcess.set(process, [])
    const transaction = byProcess.get(process)
    transaction?.push(statement)
    if (word !== 'commit') continue
    if (transaction?.some(({ text }) => text.includes('insert into "orders"'))) return transaction
    byProcess.delete(process)
  }
  throw new Error('no transaction in the log placed an order')
}

function* statementsIn(log: string): Generator<{ process: string; statement: Statement }> {
  const entries: { process: string; level: string; text: string }[] = []
  for (const line of log.split('\n')) {
    const [head, process, level] = LINE.exec(line) ?? []
    const last = entries.at(-1)
    if (head && process && level) entries.push({ process, level, text: line.slice(head.length) })
    // Further lines of one entry are indented by a tab.
    else if (last) last.text += `\n${line.replace(/^\t/, '')}`
  }
  for (const [index, { process, level, text }] of entries.entries()) {
    const executed = level === 'LOG' ? EXECUTED.exec(text)?.[1] : undefined
    if (executed === undefined) continue
    const next = entries[index + 1]
    const detail = next?.process === process && next.level === 'DETAIL' ? next.text : ''
    const values = [...detail.matchAll(PARAMETER)].map(([, value]) =>
      value === undefined || value === 'NULL' ? null : value.slice(1, -1).replaceAll("''", "'"),
    )
    yield { process, statement: { text: executed, values } }
  }
}

/** The key under which the server stores the result of a create without an Idempotency-Key. */
const GENERATED_KEY = /^own [0-9a-f-]{36}$/

/** Runs the recorded transaction again with the id of the new order in place of the recorded one, and with a key of its own. */
export async function replay(
  client: pg.PoolClient,
  transaction: readonly Statement[],
  recordedId: number,
): Promise<void> {
  const known = new RegExp(`\\b${recordedId}\\b`, 'g')
  let id = String(recordedId)
  for (const { text, values } of transaction) {
    if (values.length === 0) {
      await client.query(text)
      continue
    }
    const now = values.map((value) => {
      if (value === null) return null
      return GENERATED_KEY.test(value) ? `own ${crypto.randomUUID()}` : value.replace(known, id)
    })
    const { rows } = await client.query<{ id?: string }>(text, now)
    if (text.includes('insert into "orders"')) id = String(rows[0]?.id ?? id)
  }
}

const WRITES = /^\s*(?:\/\*[^*]*\*\/\s*)?(?:with[\s\S]*\b)?(?:insert|update|delete)\b/i

/** The same transaction without statements that only read. */
export function writesOf(transaction: readonly Statement[]): Statement[] {
  return transaction.filter(({ text, values }) => values.length === 0 || WRITES.test(text))
}
