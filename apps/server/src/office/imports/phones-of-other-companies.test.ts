import { readPerson } from '@dispecerat/contract/office/people'
import { afterAll, expect, test } from 'vitest'
import { rowsOfAccount } from '../../testing/tenants/rows-of-account.ts'
import { EMPLOYERS, KINDS, peopleOfTwoCompanies } from '../people/testing/people-of-two-companies.ts'
import { anImportingOffice, phones, REAL } from './testing/an-importing-office.ts'

const { server, employee, employerId } = await peopleOfTwoCompanies()
afterAll(() => server.stop())

test('a file of clients gives the same report for phones of other companies’ staff as for unused ones, and adds them as clients', async () => {
  const office = await anImportingOffice(server)
  const staff = []
  for (const kind of KINDS) staff.push(await employee(kind))
  const before = []
  for (const { userId } of staff) before.push(await rowsOfAccount(server, userId, employerId))
  const free = phones(KINDS.length).map((phone) => `+4${phone}`)
  const fileOf = (list: readonly string[]) =>
    `Nume;Telefon\n${list.map((phone, n) => `Client ${n};${phone}`).join('\n')}`
  const report = async (list: readonly string[], how: object) => {
    const { data } = (await office.bring('clients', fileOf(list), how)).reply
    return { ...data, preview: data.preview.length, errors: data.errors.map(({ value: _phone, ...error }) => error) }
  }
  const theirs = staff.map(({ phone }) => phone)
  expect(await report(theirs, {})).toEqual(await report(free, {}))
  expect(await report(theirs, REAL)).toEqual(await report(free, REAL))
  expect(await report(theirs, {})).toEqual(await report(free, {}))
  const after = []
  for (const { userId } of staff) {
    after.push(await rowsOfAccount(server, userId, employerId))
    const { body } = await server.request(readPerson, { params: { id: userId } }, office.token)
    expect(JSON.stringify(body)).not.toContain(EMPLOYERS)
    expect(body.data).toMatchObject({ roles: ['client'], email: null, may: { ban: false } })
  }
  expect(after).toEqual(before)
})

test('a file of drivers with many phones of other companies’ accounts is refused without naming them', async () => {
  const office = await anImportingOffice(server)
  const rows = []
  for (let n = 0; n < 21; n++) rows.push(`Nou ${n};${(await employee('dispatcher')).phone}`)
  const some = await office.bring('drivers', ['Nume;Telefon', ...rows.slice(0, 2)].join('\n'))
  expect(some.reply.data.errors).toMatchObject([{ row: 2 }, { row: 3 }])
  const many = await office.bring('drivers', ['Nume;Telefon', ...rows].join('\n'))
  expect([many.status, many.body.errors]).toEqual([429, undefined])
  const [free] = phones(1)
  expect((await office.bring('drivers', `Nume;Telefon\nNou;${free}`)).status).toBe(429)
  server.pass(3601)
  expect((await office.bring('drivers', `Nume;Telefon\nNou;${free}`)).reply.data.errors).toEqual([])
})
