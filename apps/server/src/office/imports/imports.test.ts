import { confirmReset } from '@dispecerat/contract/identity/account'
import { listChanges } from '@dispecerat/contract/office/changes'
import { listImports } from '@dispecerat/contract/office/imports'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aServer, type TestServer } from '../../testing/a-server.ts'
import { aClient, aUser } from '../../testing/builders.ts'
import { tokenMailedTo } from '../../testing/mails-sent.ts'
import { anImportingOffice, phones, REAL } from './testing/an-importing-office.ts'

let server: TestServer
beforeAll(async () => {
  server = await aServer()
})
afterAll(() => server.stop())

const anOffice = () => anImportingOffice(server)

test('a dry run reports every error by row and column, and adds nothing', async () => {
  const { bring, count } = await anOffice()
  const [one, two] = phones(2)
  const { reply } = await bring(
    'drivers',
    [
      'Nume;Telefon;E-mail;Permis până la;Salariu',
      `Pop Ion;${one};ion@x.ro;31.12.2029;1`,
      `;${two};nu-e-mail;31.02.2029;2`,
      `Pop Dan;12;;;3`,
      `Pop Ana;${one};;;4`,
    ].join('\n'),
  )
  const { data } = reply
  expect(data).toMatchObject({ rows: 4, to_add: 1, errors_count: 5, unknown_columns: ['Salariu'], done: false })
  expect(data.errors.map(({ row, column, value }) => [row, column, value])).toEqual([
    [3, 'Nume', ''],
    [3, 'E-mail', 'nu-e-mail'],
    [3, 'Permis până la', '31.02.2029'],
    [4, 'Telefon', '12'],
    [5, 'Telefon', expect.stringContaining('+40744')],
  ])
  expect(await count('driver_status')).toBe(0)
})

test('drivers are imported with their documents and codes, and each has a history entry', async () => {
  const { bring, count, companyId, token } = await anOffice()
  const [one, two] = phones(2)
  const file = `Nume,Telefon,Cod,Nr. permis,Atestat până la\nȘtefan Țîru,${one},D1,B77,2027-05-01\nPop Ion,${two},D2,,\n`
  const { reply } = await bring('drivers', file, REAL)
  expect(reply.data).toMatchObject({ to_add: 2, done: true })
  expect(await count('driver_status')).toBe(2)
  const driver = await server.db
    .selectFrom('users')
    .innerJoin('driver_papers', 'driver_id', 'users.id')
    .innerJoin('user_companies', 'user_companies.user_id', 'users.id')
    .select(['users.id', 'name', 'identifier', 'licence_no', 'attestation_until', 'company_id'])
    .where('identifier', '=', 'D1')
    .executeTakeFirstOrThrow()
  expect(driver).toMatchObject({
    name: 'Ștefan Țîru',
    licence_no: 'B77',
    attestation_until: '2027-05-01',
    company_id: companyId,
  })
  const changes = await server.request(listChanges, { query: { entity: 'user', entity_id: driver.id } }, token)
  expect(changes.reply.data.map(({ action }) => action)).toEqual(['created'])
})

test('a driver is linked to the car named by plate or call sign; an unknown or contradictory name is an error of its row', async () => {
  const { bring, count, companyId, token } = await anOffice()
  await bring('cars', 'Indicativ;Număr\n31;BV31AAA\n32;BV32AAA\n', REAL)
  const unknown = await anOffice()
  await unknown.bring('cars', 'Indicativ;Număr\n33;BV33AAA\n', REAL)
  const [one, two, three, four, five] = phones(5)
  const wrong = await bring(
    'drivers',
    [
      'Nume;Telefon;Mașina;Indicativ',
      `Pop Ion;${one};BV 33 AAA;`,
      `Pop Dan;${two};;33`,
      `Pop Ana;${three};BV31AAA;32`,
      `Pop Eva;${four};nimic;`,
      `Pop Gigi;${five};bv31aaa;31`,
    ].join('\n'),
  )
  expect(wrong.reply.data.to_add).toBe(1)
  expect(wrong.reply.data.errors.map(({ row, column }) => [row, column])).toEqual([
    [2, 'Mașina'],
    [3, 'Indicativ'],
    [4, 'Indicativ'],
    [5, 'Mașina'],
  ])
  expect(await count('driver_status')).toBe(0)

  const right = `Nume;Telefon;Mașina;Indicativ\nPop Ion;${one};BV 31 AAA;\nPop Dan;${two};;31\nPop Ana;${three};;32\n`
  expect((await bring('drivers', right, REAL)).reply.data).toMatchObject({ to_add: 3, done: true })
  const links = await server.db
    .selectFrom('driver_cars')
    .innerJoin('cars', 'cars.id', 'car_id')
    .innerJoin('users', 'users.id', 'driver_id')
    .select(['users.name', 'indicativ', 'is_default'])
    .where('cars.company_id', '=', companyId)
    .orderBy('users.name')
    .execute()
  expect(links).toEqual([
    { name: 'Pop Ana', indicativ: '32', is_default: true },
    { name: 'Pop Dan', indicativ: '31', is_default: true },
    { name: 'Pop Ion', indicativ: '31', is_default: true },
  ])
  const { reply } = await server.request(listChanges, { query: { entity: 'car' } }, token)
  expect(reply.data.filter(({ action }) => action === 'driver_linked')).toHaveLength(3)
})

test('a new driver with an e-mail gets one link to choose a password, however often the file is imported', async () => {
  const { bring, companyId } = await anOffice()
  const [one, two, three] = phones(3)
  const [ion, ana] = [`ion${one}@x.ro`, `ana${three}@x.ro`]
  const file = `Nume;Telefon;E-mail\nPop Ion;${one};${ion}\nPop Dan;${two};\n`
  const letters = () =>
    server.db
      .selectFrom('outbox')
      .select(['recipient', 'subject', 'text', 'is_secret', 'state'])
      .where('company_id', '=', companyId)
      .orderBy('id')
      .execute()
  await bring('drivers', file)
  expect(await letters()).toEqual([])

  const key = { 'idempotency-key': 'the-same-file-of-drivers' }
  for (const _ of ['once', 'twice']) expect((await bring('drivers', file, REAL, key)).status).toBe(200)
  const [letter, ...others] = await letters()
  expect(others).toEqual([])
  expect(letter).toMatchObject({ recipient: ion, is_secret: true })
  expect(letter?.text).toContain('Pop Ion')
  const token = await tokenMailedTo(server, ion)
  const chosen = { token, password: 'o parola destul de lunga' }
  expect((await server.request(confirmReset, { body: chosen })).status).toBe(200)

  const longer = `${file}Pop Ana;${three};${ana}\n`
  expect((await bring('drivers', longer, { ...REAL, skip_existing: true })).reply.data).toMatchObject({ to_add: 1 })
  expect((await letters()).map(({ recipient }) => recipient)).toEqual([ion, ana])
})

test('an import whose mails exceed the daily limit is refused with the limit, and adds nothing', async () => {
  const { bring, companyId, count, token } = await anOffice()
  await server.db
    .insertInto('company_quotas')
    .values({ company_id: companyId, kind: 'email', limit_per_day: 1 })
    .execute()
  const [one, two] = phones(2)
  const file = `Nume;Telefon;E-mail\nPop Ion;${one};a${one}@x.ro\nPop Dan;${two};b${two}@x.ro\n`
  const { status, body } = await bring('drivers', file, REAL)
  expect([status, body.errors]).toEqual([422, { file: ['Limita zilnică de e-mailuri: 1. Rămase azi: 1; necesare: 2'] }])
  expect((await server.request(listImports, {}, token)).reply.data).toMatchObject([{ state: 'refused' }])
  expect(await count('driver_status')).toBe(0)
  const left = server.db
    .selectFrom('users')
    .select('id')
    .where('phone', 'in', [`+4${one}`, `+4${two}`])
  expect(await left.execute()).toEqual([])

  const shorter = `Nume;Telefon;E-mail\nPop Ion;${one};a${one}@x.ro\n`
  expect((await bring('drivers', shorter, REAL)).reply.data).toMatchObject({ to_add: 1, done: true })
})

test('a client who becomes a driver stays a client of the company', async () => {
  const { bring, companyId } = await anOffice()
  const { clientId, phone } = await aClient(server, { companyIds: [companyId], name: 'Doamna Pop' })
  expect((await bring('drivers', `Nume;Telefon\nPop Maria;${phone}`, REAL)).status).toBe(200)
  const roles = await server.db.selectFrom('user_roles').select('role').where('user_id', '=', clientId).execute()
  expect(roles.map(({ role }) => role)).toEqual(['driver'])
  const client = server.db.selectFrom('company_clients').select(['company_id', 'name']).where('user_id', '=', clientId)
  expect(await client.execute()).toEqual([{ company_id: companyId, name: 'Doamna Pop' }])
})

test('one invalid row refuses the whole file, and the error names the row', async () => {
  const { bring, count } = await anOffice()
  const answer = await bring('cars', 'Indicativ;Număr\n1;BV01IMP\n2;???', REAL)
  expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([422, ['rows.3.Număr']])
  expect(await count('cars')).toBe(0)
})

test('all errors of a row are reported at once: invalid cells, unknown names and duplicates', async () => {
  const { bring } = await anOffice()
  const [one, two] = phones(2)
  const lines = [
    'Nume;Telefon;E-mail;Mașina;Indicativ',
    `Pop Ion;${one};fără;BV99XXX;99`,
    `Pop Dan;123;dan@proba.ro;BV98XXX;`,
    `Pop Ana;${one};ana;;`,
    `Pop Eva;${two};;;`,
  ]
  const { data } = (await bring('drivers', lines.join('\n'))).reply
  expect(data.errors.map(({ row, column }) => `${row} ${column}`).sort()).toEqual([
    '2 E-mail',
    '2 Indicativ',
    '2 Mașina',
    '3 Mașina',
    '3 Telefon',
    '4 E-mail',
    '4 Telefon',
  ])
  expect(data.to_add).toBe(1)
  const cars = await bring('cars', 'Indicativ;Număr;Opțiuni;ITP\n;BV31AAA;zburătoare;cândva\n')
  const columns = cars.reply.data.errors.map(({ column }) => column)
  expect(columns).toEqual(expect.arrayContaining(['Indicativ', 'Opțiuni', 'ITP']))
})

test('cars: plates are normalised, options matched by name, dates parsed; importing the same file again adds nothing', async () => {
  const { bring, count, companyId } = await anOffice()
  const file = 'Nr. înmatriculare*;Indicativ;Categorie;ITP;Locuri\nbv 10 aaa;A1;Bicicletă;1.3.2027;1\nBV-11-AAA;A2;;;\n'
  expect((await bring('cars', file, REAL)).reply.data.to_add).toBe(2)
  const cars = await server.db
    .selectFrom('cars')
    .selectAll()
    .where('company_id', '=', companyId)
    .orderBy('id')
    .execute()
  expect(cars).toMatchObject([
    { number: 'BV10AAA', category: 'bike', itp_until: '2027-03-01', seats: 1 },
    { number: 'BV11AAA', category: 'standard', seats: 4 },
  ])
  const again = await bring('cars', file)
  expect(again.reply.data.errors.map(({ row, message }) => [row, message])).toEqual([
    [2, 'Mașina există deja'],
    [3, 'Mașina există deja'],
  ])
  const skipped = await bring('cars', file, { ...REAL, skip_existing: true })
  expect(skipped.reply.data).toMatchObject({ to_add: 0, skipped: 2, done: true })
  expect(await count('cars')).toBe(2)
})

test('a repeated request adds its rows once and gets the same reply', async () => {
  const { bring, count } = await anOffice()
  const file = `Telefon;Nume\n${phones(3).join(';X\n')};X`
  const key = { 'idempotency-key': 'one-file-of-clients' }
  const answers = [await bring('clients', file, REAL, key), await bring('clients', file, REAL, key)]
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(answers[1]?.body).toEqual(answers[0]?.body)
  expect(await count('company_clients')).toBe(3)
})

test('a row of a client can name the protocol account that pays; an unknown name is an error of that row', async () => {
  const { bring, companyId } = await anOffice()
  const { userId } = await aUser(server, { roles: ['company'], companyIds: [companyId], name: 'Spitalul Județean' })
  await server.db.insertInto('protocol_companies').values({ user_id: userId, company_id: companyId }).execute()
  const [one, two] = phones(2)
  const file = (name: string) => `Telefon;Companie protocol\n${one};spitalul județean\n${two};${name}`
  const { reply } = await bring('clients', file('Rivala'))
  expect(reply.data).toMatchObject({ to_add: 1, errors_count: 1 })
  expect(reply.data.errors[0]).toMatchObject({
    row: 3,
    column: 'Companie protocol',
    message: 'Compania nu are un cont protocol cu acest nume',
  })
  expect((await bring('clients', file(''), REAL)).reply.data.done).toBe(true)
  const clients = await server.db
    .selectFrom('company_clients')
    .select('protocol_parent_user_id')
    .where('company_id', '=', companyId)
    .orderBy('user_id')
    .execute()
  expect(clients.map((row) => row.protocol_parent_user_id)).toEqual([userId, null])
})
