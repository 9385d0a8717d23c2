import { FieldErrors } from '@dispecerat/domain/kernel/errors'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { anInvoice } from '../../billing/invoices/testing/an-invoice.ts'
import { invalidRequests } from '../../testing/invalid-requests/invalid-requests.ts'
import { wrongFleet } from '../../testing/invalid-requests/wrong-fleet.ts'
import type { Body, Office, WrongForm, WrongForms } from '../../testing/invalid-requests/wrong-forms.ts'
import { wrongOffice } from '../../testing/invalid-requests/wrong-office.ts'
import { wrongOrders } from '../../testing/invalid-requests/wrong-orders.ts'
import { wrongPages } from '../../testing/invalid-requests/wrong-pages.ts'
import { wrongPeople } from '../../testing/invalid-requests/wrong-people.ts'
import { wrongSettings } from '../../testing/invalid-requests/wrong-settings.ts'
import { wrongZones } from '../../testing/invalid-requests/wrong-zones.ts'
import type { Actor } from '../db/actor.ts'
import { write } from '../db/write.ts'

const FORMS = [
  wrongOrders,
  wrongPeople,
  wrongFleet,
  wrongZones,
  wrongOffice,
  wrongPages,
  invalidRequests,
  wrongSettings,
]

let office: Office
let rows: WrongForms = {}
let account: string

beforeAll(async () => {
  office = await anInvoice()
  const { email } = await office.server.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', office.accountId)
    .executeTakeFirstOrThrow()
  account = await office.server.logIn(email ?? '')
  for (const filledIn of FORMS) rows = { ...rows, ...(await filledIn(office)) }
})
afterAll(() => office.server.stop())

async function refused({ endpoint, as = 'dispatcher', id = 0, params = {} }: WrongForm, body: Body) {
  const { boss, fixture } = office
  const tokens = { boss, dispatcher: fixture.dispatcher, admin: fixture.admin, account }
  const answer = await office.server.request(endpoint, { params: { id, ...params }, body } as never, tokens[as])
  return { status: answer.status, fields: Object.keys((answer.body.errors as object | undefined) ?? {}).sort() }
}

test('one reply names every field that the shapes or the rules refuse', async () => {
  const answers: Record<string, unknown> = {}
  for (const [name, row] of Object.entries(rows)) answers[name] = await refused(row, row.body)
  const expected = Object.entries(rows).map(([name, { fields }]) => [name, { status: 422, fields }])
  expect(answers).toEqual(Object.fromEntries(expected))
})

test('a dry run commits nothing, even when its rules refuse nothing', async () => {
  const { server, fixture } = office
  const writer: Actor = { ...fixture.actor, isDryRun: true }
  const names = () => server.db.selectFrom('companies').select('name').where('id', '=', fixture.companyId).execute()
  const before = await names()
  const run = write(server, writer, (tx) => tx.updateTable('companies').set({ name: 'Alta' }).execute())
  await expect(run).rejects.toBeInstanceOf(FieldErrors)
  expect(await names()).toEqual(before)
})

test('any field with a wrong type is named, and the rules of the other fields still run', async () => {
  for (const [name, row] of Object.entries(rows)) {
    for (const field of fieldsOf(row.endpoint.body)) {
      const { status, fields } = await refused(row, { ...row.body, [field]: [[]] })
      expect([name, field, status, fields.map((one) => one.split('.')[0])]).toEqual([
        name,
        field,
        422,
        expect.arrayContaining([field]),
      ])
    }
  }
})

/** Names of the fields of a body that is possibly optional as a whole. */
function fieldsOf(shape: unknown): string[] {
  if (shape instanceof z.ZodObject) return Object.keys(shape.shape)
  return fieldsOf((shape as z.ZodOptional).unwrap())
}
