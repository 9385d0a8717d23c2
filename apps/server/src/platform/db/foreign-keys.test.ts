import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { REPO_ROOT } from '../lifecycle/repo-root.ts'
import { PARTS, RELATIONS } from './testing/foreign-keys.ts'

const read = (file: string) => fs.readFileSync(path.join(REPO_ROOT, file), 'utf8')
const [, DOCUMENTED = ''] = read('docs/security.md').split('## Relations between rows')

/** Columns of the user who created or changed the row. */
const AUTHOR = /_by(_user_id)?$/

/** `table.column` of every foreign key of the schema, except authors and the company of the row, which narrows every query. */
function relationsOfSchema(): string[] {
  const tables = read('apps/server/schema.sql').matchAll(/^create table (\w+) \((.*?)^\)/gms)
  return [...tables].flatMap(([, table, columns = '']) =>
    [...columns.matchAll(/FOREIGN KEY \(([^)]+)\) REFERENCES (\w+)/g)]
      .filter(([, column = '', to]) => !AUTHOR.test(column) && !(column === 'company_id' && to === 'companies'))
      .map(([, column]) => `${table}.${column}`),
  )
}

const keysOf = (lists: Record<string, readonly string[]>) =>
  Object.entries(lists).flatMap(([table, columns]) => columns.map((column) => `${table}.${column}`))

test('every foreign key of the schema is listed as opening rows, or as a part of what it references', () => {
  expect([...keysOf(RELATIONS), ...keysOf(PARTS)].sort()).toEqual(relationsOfSchema().sort())
})

test('the rows that relations open are documented in the trust model', () => {
  const [rows = ''] = DOCUMENTED.split('\n## ')
  expect(Object.keys(RELATIONS).filter((table) => !new RegExp(`\`${table}\\b`).test(rows))).toEqual([])
})
