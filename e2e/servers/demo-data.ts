import type { DatabaseAddress } from '../../apps/server/src/platform/db/connect.ts'
import { copyOfDatabase, type TestDatabase } from '../../apps/server/src/testing/database/database-copy.ts'

/** The database folder inside a server's data folder. */
export const PGDATA = 'postgres/pgdata'
/** Environment variable with the address of the process that fills the demo for this test run; unset outside of a run. */
export const DEMO_DATA = 'DEMO_DATA'
/** Encrypts the secrets of the demo; every server that starts on a copy of it needs the same key. */
export const DEMO_SECRETS_KEY = Buffer.alloc(32, 9).toString('base64')
/** Name of the database that a server creates. */
const DATABASE = 'dispecerat'

export type DemoRequest = { want: 'folder'; into: string } | { want: 'database' }

export interface DemoAnswer {
  admin?: DatabaseAddress
  failed?: string
}

/** Copies the filled demo into this empty folder; outside of a test run the server has to fill its own. */
export async function putDemoInto(folder: string): Promise<void> {
  if (process.env[DEMO_DATA]) await requestDemo({ want: 'folder', into: folder })
}

let copies = 0

/** A separate copy of the filled demo, in the PostgreSQL of this test run; leaving `await using` drops it. */
export async function aDemoDatabase(): Promise<TestDatabase> {
  const { admin } = await requestDemo({ want: 'database' })
  if (!admin) throw new Error('nobody fills the demo outside of a run of tests')
  copies += 1
  return copyOfDatabase({ admin, template: DATABASE, name: `demo_${process.pid}_${copies}` })
}

async function requestDemo(request: DemoRequest): Promise<DemoAnswer> {
  const address = process.env[DEMO_DATA]
  if (!address) return {}
  const answered = await fetch(address, { method: 'POST', body: JSON.stringify(request) })
  const answer = (await answered.json()) as DemoAnswer
  if (answer.failed) throw new Error(`the demo was not filled: ${answer.failed}`)
  return answer
}
