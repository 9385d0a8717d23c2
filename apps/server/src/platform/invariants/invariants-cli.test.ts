import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { aDemo, DEMO_AT, MAY_FILL_DEMO } from '../../testing/a-demo.ts'
import { databaseUrl } from '../../testing/database/database-url.ts'
import { REPO_ROOT } from '../lifecycle/repo-root.ts'
import { checkInvariants } from './check-invariants.ts'

test('the demo’s month breaks no rule, and the command reports that', MAY_FILL_DEMO, async () => {
  await using database = await aDemo()
  expect(await checkInvariants(database.db, new Date(DEMO_AT))).toEqual([])

  const cli = path.join(REPO_ROOT, 'apps/server/src/platform/invariants/invariants-cli.ts')
  const env = { ...process.env, DATABASE_URL: databaseUrl(database.address) }
  const { stdout } = await promisify(execFile)('node', ['--import', 'tsx', cli], { cwd: REPO_ROOT, env })
  expect(stdout).toContain('All invariants hold.')

  await sql`update search_rounds set no = no + 1 where id = (select max(id) from search_rounds)`.execute(database.db)
  const failed = await promisify(execFile)('node', ['--import', 'tsx', cli], { cwd: REPO_ROOT, env }).catch((e) => e)
  expect(failed).toMatchObject({ code: 1 })
  expect(failed.stderr).toContain('BROKEN: the rounds of a walk are numbered')
})
