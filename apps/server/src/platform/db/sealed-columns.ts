import { type RawBuilder, sql } from 'kysely'
import type { Db } from './database.ts'
import { type Seal, SealError } from './seal.ts'

interface SealedColumn {
  table: string
  column: string
  /** The primary key as one text. */
  id: RawBuilder<string>
  /** Restricts the rows to those whose column is a secret; without it all of them. */
  where?: RawBuilder<boolean>
}

/** Every column whose values are sealed. The context of a value is `table.column`. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  { table: 'two_factor', column: 'secret', id: sql<string>`user_id::text` },
  { table: 'sip_accounts', column: 'password', id: sql<string>`user_id || ' ' || kind` },
  { table: 'user_meta', column: 'value', id: sql<string>`user_id || ' ' || key`, where: sql<boolean>`is_secret` },
  { table: 'client_erasures', column: 'mentions', id: sql<string>`id::text` },
  { table: 'erasure_runs', column: 'request', id: sql<string>`id::text` },
  { table: 'devices', column: 'push_token', id: sql<string>`id::text` },
  { table: 'efactura_authorisations', column: 'access_token', id: sql<string>`company_id::text` },
  { table: 'efactura_authorisations', column: 'refresh_token', id: sql<string>`company_id::text` },
]

/** Rows per statement. */
const BATCH = 500
/** The same as `SEALED` of seal.ts, as a PostgreSQL regular expression. */
const SEALED_PATTERN = '^v1\\.[0-9a-f]{8}\\.[A-Za-z0-9_-]+$'

/**
 * Throws SealError when there is no key, or when a value was sealed with a key that is not configured: the server would run without
 * telephones and second factors.
 */
export async function requireKeys(db: Db, seal: Seal): Promise<void> {
  seal.seal('', 'start')
  for (const column of SEALED_COLUMNS) await requireKnownKeys(db, seal, column)
}

/** Seals values that an earlier version stored as plain text, in batches: an interrupted start continues where it stopped. */
export async function sealPlainValues(db: Db, seal: Seal): Promise<number> {
  let sealed = 0
  for (const column of SEALED_COLUMNS) {
    sealed += await resealWhere(db, seal, column, sql`${sql.ref(column.column)} !~ ${SEALED_PATTERN}`)
  }
  return sealed
}

/**
 * Re-encrypts with the current key every value that another key sealed; returns the number of rows per column. Repeat it after an
 * interruption.
 */
export async function resealWithCurrentKey(db: Db, seal: Seal): Promise<Map<string, number>> {
  const current = seal.seal('', 'start').split('.', 2).join('.')
  const counts = new Map<string, number>()
  await requireKeys(db, seal)
  for (const column of SEALED_COLUMNS) {
    const isOld = sql`left(${sql.ref(column.column)}, ${current.length + 1}) <> ${`${current}.`}`
    counts.set(contextOf(column), await resealWhere(db, seal, column, isOld))
  }
  return counts
}

function contextOf({ table, column }: Pick<SealedColumn, 'table' | 'column'>): string {
  return `${table}.${column}`
}

async function requireKnownKeys(db: Db, seal: Seal, column: SealedColumn): Promise<void> {
  const value = sql.ref(column.column)
  const { rows } = await sql<{ example: string; n: number }>`
    select min(${value}) as example, count(*)::integer as n from ${sql.table(column.table)}
    where ${value} ~ ${SEALED_PATTERN} and ${column.where ?? sql`true`} group by split_part(${value}, '.', 2)
  `.execute(db)
  for (const { example, n } of rows) {
    if (seal.stateOf(example) !== 'unknown') continue
    const key = example.split('.')[1]
    throw new SealError(
      `SECRETS_KEY is another key than the one that sealed ${n} values of ${contextOf(column)} (key ${key}): put that key into SECRETS_KEY, or beside a new one into SECRETS_KEY_OLD`,
    )
  }
}

async function resealWhere(db: Db, seal: Seal, column: SealedColumn, isWanted: RawBuilder<unknown>): Promise<number> {
  const context = contextOf(column)
  const [table, value] = [sql.table(column.table), sql.ref(column.column)]
  let count = 0
  for (;;) {
    const { rows } = await sql<{ id: string; stored: string }>`
      select ${column.id} as id, ${value} as stored from ${table}
      where ${value} is not null and ${isWanted} and ${column.where ?? sql`true`} limit ${BATCH}
    `.execute(db)
    if (rows.length === 0) return count
    const sealed = rows.map(({ id, stored }) => {
      const plain = seal.stateOf(stored) === 'no' ? stored : seal.open(stored, context)
      return sql`(${id}::text, ${stored}::text, ${seal.seal(plain, context)}::text)`
    })
    // A value that was written meanwhile is skipped: its writer sealed it.
    const { numAffectedRows = 0n } = await sql`
      with fresh (row_id, stored, sealed) as (values ${sql.join(sealed)})
      update ${table} set ${value} = fresh.sealed from fresh where ${column.id} = fresh.row_id and ${value} = fresh.stored
    `.execute(db)
    count += Number(numAffectedRows)
  }
}
