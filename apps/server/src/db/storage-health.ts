import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Db } from './database.ts'
import { type StorageTrouble, storageTrouble } from './database-trouble.ts'

/** More than PostgreSQL keeps in one page, so that its file has to grow. */
const PROBE_LINES = 512

class ProbeDone extends Error {}

/**
 * Whether the database can write, by the verdict of the last statement that failed for it. A small write may succeed on a
 * full disk: only the probe ends a trouble.
 */
export class StorageHealth {
  #trouble: StorageTrouble | null = null
  #log: Pick<Logger, 'error' | 'info'> | null = null

  get trouble(): StorageTrouble | null {
    return this.#trouble
  }

  /** Each change is logged once; before this is called, nowhere. */
  logTo(log: Pick<Logger, 'error' | 'info'>): void {
    this.#log = log
  }

  /** Every error of every statement comes here. */
  failed(error: unknown): void {
    const trouble = storageTrouble(error)
    if (trouble === null || trouble === this.#trouble) return
    this.#trouble = trouble
    this.#log?.error({ trouble }, 'the database cannot write; every write is refused')
  }

  /** Writes more than a page and takes it back; `failed` hears of an error like of any other. */
  async probe(db: Db): Promise<void> {
    if (this.#trouble === null) return
    const probed = db.transaction().execute(async (tx) => {
      await sql`
        insert into storage_probe select string_agg(md5(random()::text || line), '')
        from generate_series(1, ${PROBE_LINES}) as line
      `.execute(tx)
      throw new ProbeDone()
    })
    try {
      await probed
    } catch (error) {
      if (!(error instanceof ProbeDone)) return
      this.#trouble = null
      this.#log?.info('the database can write again')
    }
  }
}
