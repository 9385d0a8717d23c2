import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { aDatabase } from '../../testing/database/test-database.ts'
import { compareTables, type DatabaseTables, type TypedTables } from './testing/compare-tables.ts'
import { readDatabaseTables } from './testing/database-tables.ts'
import { readTypedTables } from './testing/typed-tables.ts'

/*
 * The types of the tables are written by hand and compared with the database here. kysely-codegen would generate them, but without branded
 * ids, unions of the domain and the forms of JSON.
 */

const PARCEL = `
  parcel: {
    id: GeneratedAlways<number>
    order_id: OrderId
    note: string | null
    state: Generated<'new' | 'sent'>
    stage: 0 | 7 | null
    dropped_at: Date
    weights: number[]
    days: Generated<string[]>
    is_sent: boolean
    label: Buffer
    request: JsonColumn
    reply: JsonColumn | null
    urgency: 'low' | 'high'
  }`
const SENT = `
  sent_parcel: {
    id: number
    note: string | null
  }`

const CREATE_PARCEL = `
  create type urgency as enum ('low', 'high');
  create table parcel (
    id bigint generated always as identity,
    order_id bigint not null,
    note text,
    state text not null default 'new' check (state in ('new', 'sent')),
    stage smallint check (stage in (7, 0)),
    dropped_at timestamptz not null,
    weights integer[] not null,
    days date[] not null default '{}',
    is_sent boolean not null,
    label bytea not null,
    request jsonb not null,
    reply jsonb,
    urgency urgency not null
  );
  create view sent_parcel as select id, note from parcel where is_sent;`

/** A mistake in the types above: the line that it replaces, and what the comparison reports. */
const MISTAKES = {
  'a table without types': [SENT, '', 'sent_parcel: has no type'],
  'types of a table that does not exist': [
    'sent_parcel:',
    'lost_parcel: { id: number }; sent_parcel:',
    'lost_parcel: is not in the database',
  ],
  'a column without a type': ['is_sent: boolean', '', 'parcel.is_sent: has no type'],
  'a type of a column that does not exist': [
    'is_sent: boolean',
    'is_sent: boolean; is_lost: boolean',
    'parcel.is_lost: is not in the database',
  ],
  'a nullable column typed as not null': [
    'note: string | null\n    state',
    'note: Generated<string>\n    state',
    'parcel.note: typed as not null, is nullable in the database',
  ],
  'a column typed as nullable that is not': [
    'dropped_at: Date',
    'dropped_at: ColumnType<Date | null, Date, Date>',
    'parcel.dropped_at: typed as nullable, is not null in the database',
  ],
  'an insert of null into a column that is not null': [
    'dropped_at: Date',
    'dropped_at: ColumnType<Date, Date | null, Date>',
    'parcel.dropped_at: an insert of null is typed as allowed, the database refuses it',
    'parcel.dropped_at: typed as optional in an insert, is required in the database',
  ],
  'JSON that is never null in its type': [
    'reply: JsonColumn | null',
    'reply: JsonColumnWithDefault',
    'parcel.reply: typed as not null, is nullable in the database',
  ],
  'a default that the type does not know': [
    'days: Generated<string[]>',
    'days: string[]',
    'parcel.days: typed as required in an insert, is optional in the database',
  ],
  'a default that the database does not have': [
    'weights: number[]',
    'weights: Generated<number[]>',
    'parcel.weights: typed as optional in an insert, is required in the database',
  ],
  'a value that only the database may write': [
    'GeneratedAlways<number>',
    'Generated<number>',
    'parcel.id: typed as optional in an insert, is never in the database',
  ],
  'text typed as JSON': [
    'note: string | null\n    state',
    'note: JsonColumn | null\n    state',
    'parcel.note: typed as json, is text in the database',
  ],
  'a number typed as text': [
    'order_id: OrderId',
    'order_id: string',
    'parcel.order_id: typed as text, is number in the database',
  ],
  'a list typed as one value': [
    'weights: number[]',
    'weights: number',
    'parcel.weights: typed as number, is number[] in the database',
  ],
  'a value that the CHECK does not allow': [
    `'new' | 'sent'`,
    `'new' | 'sent' | 'lost'`,
    'parcel.state: typed as one of lost, new, sent; the database allows new, sent',
  ],
  'a value of an enum that the type does not have': [
    `'low' | 'high'`,
    `'low'`,
    'parcel.urgency: typed as one of low; the database allows high, low',
  ],
  'a column of a view typed as something else': [
    'id: number\n',
    'id: Date\n',
    'sent_parcel.id: typed as time, is number in the database',
  ],
} satisfies Record<string, readonly [string, string, ...string[]]>

const WRONG = Object.entries(MISTAKES).map(([mistake, [right, wrong, ...lines]], index) => {
  const parts = (PARCEL + SENT).split(right)
  if (parts.length !== 2) throw new Error(`"${right}" must be in the types once`)
  return [mistake, { name: `Wrong${index}`, tables: parts.join(wrong), lines }] as const
})

let types: Record<string, TypedTables>
let parcels: DatabaseTables
beforeAll(async () => {
  // All in one source, because the compiler takes a second to read the libraries.
  types = readTypedTables(
    `import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
    import type { JsonColumn, JsonColumnWithDefault } from '../json-column.ts'
    import type { Tables } from '../tables/tables.ts'
    type OrderId = number & { readonly brand: 'order' }
    interface Parcels { ${PARCEL + SENT} }
    ${WRONG.map(([, { name, tables }]) => `interface ${name} { ${tables} }`).join('\n')}`,
    ['Tables', 'Parcels', ...WRONG.map(([, { name }]) => name)],
  )
  await using database = await aDatabase()
  await sql.raw(CREATE_PARCEL).execute(database.db)
  const { parcel, sent_parcel } = await readDatabaseTables(database.db)
  if (!parcel || !sent_parcel) throw new Error('the tables were not read')
  parcels = { parcel, sent_parcel }
})

function differencesOf(name: string, tables: DatabaseTables): string[] {
  const typed = types[name]
  if (!typed) throw new Error(`no types ${name}`)
  return compareTables(typed, tables)
}

test('the types of the tables agree with the migrated database', async () => {
  await using database = await aDatabase()
  expect(differencesOf('Tables', await readDatabaseTables(database.db))).toEqual([])
})

test('types that agree with their tables have no differences', () => {
  expect(differencesOf('Parcels', parcels)).toEqual([])
})

test.each(WRONG)('%s is reported', (_mistake, { name, lines }) => {
  expect(differencesOf(name, parcels)).toEqual(lines)
})
