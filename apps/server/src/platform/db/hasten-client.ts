import { sql } from 'kysely'
import pg from 'pg'
import { limitThatIsSet } from './limit-statements.ts'

/*
 * docs/database.md has the rules for marks and errors, and what to check when pg or Kysely is upgraded; docs/decisions/0007 has the reasons.
 */

const PREPARED_MARK = '/* prepared */'
const UNREAD_MARK = '/* unread */'
/** Marks are searched for in the first characters of a statement only. */
const HEAD = 40

/**
 * Prefix for a statement outside a transaction that finds its rows by key: its plan is cached. Statements inside a transaction need no
 * prefix. A list, a report or the address search must not use it, because the best plan depends on the values.
 */
export const PREPARED = sql.raw(PREPARED_MARK)

/**
 * Prefix for a statement inside a transaction whose result is not read: the command continues without waiting. An error makes every later
 * statement and the commit fail, so it cannot be caught at the statement itself.
 */
export const UNREAD = sql.raw(UNREAD_MARK)

const WORTH_KEEPING = 3
const MAX_PREPARED = 1_000
const MAX_KNOWN = 4_000
const ABORTED = '25P02'
const FEATURE_NOT_SUPPORTED = '0A000'
const UNKNOWN_STATEMENT = '26000'

interface KnownText {
  seen: number
  /** The name of the prepared statement; null while none is prepared. */
  name: string | null
}

const texts = new Map<string, KnownText>()
let preparedCount = 0

type Answer = Pick<pg.QueryResult, 'command' | 'rowCount' | 'rows'>
/** pg accepts the timeout with the statement, but its types do not declare it. */
type TimedQuery = pg.QueryConfig & { query_timeout?: number }
type Send = (query: TimedQuery) => Promise<Answer>

const NOT_READ: Answer = { command: '', rowCount: 0, rows: [] }

/** The timeout of statements without any limit. */
const LONGEST_STATEMENT_MS = 3_600_000

/** The message of pg when a statement got no reply within `query_timeout`; pg has closed the connection then. */
const NOT_ANSWERED = 'Query read timeout'

export interface HastenedClient {
  /** True when no statement is waiting for its reply. */
  isIdle(): boolean
}

export interface HastenOptions {
  /** Time that the client waits for a reply after the statement's own limit. */
  answerMs: number
  /** Called when a statement got no reply in time. */
  silent(): void
}

/**
 * Saves round trips and plans on a pipelined connection: BEGIN is sent together with the next statement, statements of a transaction are
 * planned once per connection, and unread ones are not waited for. COMMIT reports the error of any of them.
 */
export function hastenClient(client: pg.PoolClient, { answerMs, silent }: HastenOptions): HastenedClient {
  const original = client.query.bind(client) as (...args: unknown[]) => unknown
  let unanswered = 0
  const send: Send = async (query) => {
    unanswered += 1
    try {
      return await (original(query) as Promise<Answer>)
    } catch (error) {
      if (error instanceof Error && error.message === NOT_ANSWERED) silent()
      throw error
    } finally {
      unanswered -= 1
    }
  }
  const lane = new Lane(send, answerMs)
  const query = (...args: unknown[]): unknown => {
    const [text, values] = args
    const isKysely = args.length === 2 && typeof text === 'string' && Array.isArray(values)
    return isKysely ? lane.query(text, values) : original(...args)
  }
  client.query = query as typeof client.query
  return { isIdle: () => unanswered === 0 }
}

/** The statements of one connection, sent one after another. */
class Lane {
  readonly #send: Send
  #isInTransaction = false
  /** The first error of the transaction that was not yet thrown. */
  #failure: { error: unknown } | null = null
  /** Prepared statements of an older generation are no longer used. */
  #generation = 0
  /** In seconds: another `statement_timeout` of the transaction or, outside of one, until it is reset. */
  #transactionLimit: number | null = null
  #sessionLimit: number | null = null

  constructor(send: Send, answerMs: number) {
    this.#send = (query) => {
      const limit = this.#transactionLimit ?? this.#sessionLimit
      if (limit === null) return send(query)
      return send({ ...query, query_timeout: limit === 0 ? LONGEST_STATEMENT_MS : limit * 1000 + answerMs })
    }
  }

  query(text: string, values: unknown[]): Promise<Answer> {
    const limit = limitThatIsSet(text)
    if (limit !== undefined) this.#noteLimit(limit)
    if (/^(begin|start transaction)\b/.test(text)) return this.#begin(text)
    if (text === 'commit') return this.#commit()
    if (text === 'rollback') return this.#rollback()
    if (!this.#isInTransaction) return this.#alone(text, values)
    const answer = this.#send(this.#named(text, values, true))
    return isMarked(text, UNREAD_MARK) ? this.#owe(answer) : this.#read(answer)
  }

  #noteLimit(seconds: number | null): void {
    if (this.#isInTransaction) this.#transactionLimit = seconds
    else this.#sessionLimit = seconds
  }

  #begin(text: string): Promise<Answer> {
    this.#isInTransaction = true
    this.#failure = null
    return this.#owe(this.#send({ text }))
  }

  async #commit(): Promise<Answer> {
    const answer = await this.#read(this.#send({ text: 'commit' }))
    this.#isInTransaction = false
    this.#transactionLimit = null
    // PostgreSQL completes the COMMIT of a failed transaction as a ROLLBACK, without an error.
    if (answer.command !== 'COMMIT') throw new Error('the transaction failed before its commit')
    return answer
  }

  async #rollback(): Promise<Answer> {
    this.#isInTransaction = false
    this.#transactionLimit = null
    this.#failure = null
    return this.#send({ text: 'rollback' })
  }

  #owe(answer: Promise<Answer>): Promise<Answer> {
    answer.catch((error: unknown) => this.#fail(error))
    return Promise.resolve(NOT_READ)
  }

  async #read(answer: Promise<Answer>): Promise<Answer> {
    try {
      const read = await answer
      if (this.#failure) throw this.#failure.error
      return read
    } catch (error) {
      if (codeOf(error) === ABORTED && this.#failure) throw this.#failure.error
      this.#forgetIfStale(error)
      throw error
    }
  }

  #fail(error: unknown): void {
    this.#failure ??= { error }
    this.#forgetIfStale(error)
  }

  async #alone(text: string, values: unknown[]): Promise<Answer> {
    const query = this.#named(text, values, isMarked(text, PREPARED_MARK))
    try {
      return await this.#send(query)
    } catch (error) {
      if (!this.#forgetIfStale(error)) throw error
      return this.#send({ text, values })
    }
  }

  #named(text: string, values: unknown[], mayKeep: boolean): pg.QueryConfig {
    // A text without values may contain several statements.
    const name = mayKeep && values.length > 0 ? nameOf(text) : null
    return name === null ? { text, values } : { text, values, name: `${name}_${this.#generation}` }
  }

  #forgetIfStale(error: unknown): boolean {
    if (!isStalePlan(error)) return false
    this.#generation += 1
    return true
  }
}

/** The plan was made before a migration, or the server discarded it; a retry prepares a new one. */
export function isStalePlan(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return false
  if (error.code === UNKNOWN_STATEMENT) return true
  return error.code === FEATURE_NOT_SUPPORTED && error.message.includes('cached plan')
}

function isMarked(text: string, mark: string): boolean {
  return text.slice(0, HEAD).includes(mark)
}

function nameOf(text: string): string | null {
  const known = texts.get(text) ?? { seen: 0, name: null }
  if (known.seen === 0) {
    if (texts.size >= MAX_KNOWN) return null
    texts.set(text, known)
  }
  known.seen += 1
  if (known.name === null && known.seen >= WORTH_KEEPING && preparedCount < MAX_PREPARED) {
    preparedCount += 1
    known.name = `kept_${preparedCount}`
  }
  return known.name
}

function codeOf(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined
}
