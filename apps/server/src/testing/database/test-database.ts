import '../global-setup.ts'
import { inject } from 'vitest'
import type { ConnectOptions } from '../../platform/db/connect.ts'
import { copyOfDatabase, type TestDatabase } from './database-copy.ts'

let made = 0

/** A migrated, empty database of its own; closing it, or leaving `await using`, drops it. */
export async function aDatabase(options: ConnectOptions = {}): Promise<TestDatabase> {
  const { admin, template, prefix } = inject('testCluster')
  made += 1
  return copyOfDatabase({ admin, template, name: `${prefix}_${process.pid}_${made}` }, options)
}
