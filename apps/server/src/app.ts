import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Db } from './db/database.ts'
import { healthRoutes } from './http/health.routes.ts'

export interface AppParts {
  config: Config
  db: Db
  pool: Pool
  clock: Clock
  log: Logger
}

export interface App {
  /** Where it listens, e.g. http://127.0.0.1:3000. */
  address: string
  /** Lines the modules want under the address when the server has started. */
  welcome: string[]
  /** Takes nothing new, lets what runs end for up to 5 seconds, then cuts it. */
  stop(): Promise<void>
}

const DRAIN_MS = 5000
const MOST_BODY_BYTES = 1024 * 1024

/** Joins the modules and opens the port. Modules that hold sockets close them in a preClose hook, with code 1012. */
export async function startApp({ config, db, log }: AppParts): Promise<App> {
  const http = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    // URLs of requests are not logged: queries may hold a phone number.
    disableRequestLogging: true,
    bodyLimit: MOST_BODY_BYTES,
  })
  healthRoutes(http, db)

  const address = await http.listen({ host: config.host, port: config.port })
  return { address, welcome: [], stop: () => drain(http) }
}

async function drain(http: FastifyInstance): Promise<void> {
  const cut = setTimeout(() => http.server.closeAllConnections(), DRAIN_MS)
  await http.close().finally(() => clearTimeout(cut))
}
