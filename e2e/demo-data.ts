import type { DatabaseAddress } from '../apps/server/src/db/connect.ts'
import { copyOfDatabase, type TestDatabase } from '../apps/server/src/testing/database-copy.ts'

/** The folder of a server's data that its database stands in. */
export const PGDATA = 'postgres/pgdata'
/** The environment's name for the address of the process that fills the demo for this run; outside of a run nobody does. */
export const DEMO_DATA = 'DEMO_DATA'
/** Seals the secrets of the demo: whoever starts on a copy of it has to open them. */
export const DEMO_SECRETS_KEY = Buffer.alloc(32, 9).toString('base64')
/** What a server calls its database. */
const DATABASE = 'dispecerat'

export type DemoRequest = { want: 'folder'; into: string } | { want: 'database' }

export interface DemoAnswer {
  admin?: DatabaseAddress
  failed?: string
}

/** Puts the filled demo into this empty folder; outside of a run the server has to fill its own. */
export async function putDemoInto(folder: string): Promise<void> {
  if (process.env[DEMO_DATA]) await askForDemo({ want: 'folder', into: folder })
}

let copies = 0

/** A copy of the filled demo of its own, in the PostgreSQL of this run; leaving `await using` drops it. */
export async function aDemoDatabase(): Promise<TestDatabase> {
  const { admin } = await askForDemo({ want: 'database' })
  if (!admin) throw new Error('nobody fills the demo outside of a run of tests')
  copies += 1
  return copyOfDatabase({ admin, template: DATABASE, name: `demo_${process.pid}_${copies}` })
}

async function askForDemo(request: DemoRequest): Promise<DemoAnswer> {
  const address = process.env[DEMO_DATA]
  if (!address) return {}
  const answered = await fetch(address, { method: 'POST', body: JSON.stringify(request) })
  const answer = (await answered.json()) as DemoAnswer
  if (answer.failed) throw new Error(`the demo was not filled: ${answer.failed}`)
  return answer
}
