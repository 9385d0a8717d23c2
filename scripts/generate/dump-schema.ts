import fs from 'node:fs'
import path from 'node:path'
import { schemaText } from '../../apps/server/src/platform/db/baseline/schema-text.ts'
import { connectDatabase } from '../../apps/server/src/platform/db/connect.ts'
import { startTestCluster } from '../../apps/server/src/testing/database/test-cluster.ts'

const SCHEMA_FILE = path.resolve(import.meta.dirname, '../../apps/server/schema.sql')

/** Migrates a temporary database and writes its schema to apps/server/schema.sql; --check only compares. */
async function dump(check: boolean): Promise<boolean> {
  const cluster = await startTestCluster()
  const { pool, close } = connectDatabase({ ...cluster.admin, database: cluster.template }, { max: 1 })
  const text = await schemaText(async (query) =>
    (await pool.query<{ line: string }>(query)).rows.map((row) => row.line),
  )
    .finally(close)
    .finally(cluster.stop)

  if (!check) {
    fs.writeFileSync(SCHEMA_FILE, text)
    return true
  }
  return fs.existsSync(SCHEMA_FILE) && fs.readFileSync(SCHEMA_FILE, 'utf8') === text
}

if (!(await dump(process.argv.includes('--check')))) {
  console.error('apps/server/schema.sql is not what the migrations make; run: npm run schema:dump')
  process.exit(1)
}
