import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Db } from './database.ts'
import { type StorageTrouble, storageTrouble } from './database-trouble.ts'

/** More than one PostgreSQL page, so that the file has to grow. */
const PROBE_LINES = 512

class ProbeDone extends Error {}

/**
 * Tracks whether the database can write, from the errors of its statements. A small write may succeed on a full disk, so only the probe
 * ends the failure state.
 */
export class StorageHealth {
  #trouble: StorageTrouble | null = null
  #log: Pick<Logger, 'error' | 'info'> | null = null

  get trouble(): StorageTrouble | null {
    return this.#trouble
  }

  /** Logs each change once; changes before this call are not logged. */
  logTo(log: Pick<Logger, 'error' | 'info'>): void {
    this.#log = log
  }

  /** Receives every error of every statement. */
  failed(error: unknown): void {
    const trouble = storageTrouble(error)
    if (trouble === null || trouble === this.#trouble) return
    this.#trouble = trouble
    this.#log?.error({ trouble }, 'the database cannot write; every write is refused')
  }

  /** Writes more than a page and rolls it back; an error reaches `failed` like any other. */
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
