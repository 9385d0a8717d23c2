import { listChanges } from '@dispecerat/contract/changes'
import { type ImportKind, runImport } from '@dispecerat/contract/imports'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ZipFile } from 'yazl'
import { xlsxTable } from '../exports/xlsx-table.ts'
import { aServer, type TestServer } from '../testing/a-server.ts'
import { aClient, aCompany, aUser } from '../testing/builders.ts'

let server: TestServer
beforeAll(async () => {
  server = await aServer()
})
afterAll(() => server.stop())

async function anOffice() {
  const { companyId } = await aCompany(server)
  const boss = await aUser(server, { roles: ['company_admin'], companyIds: [companyId] })
  const token = await server.logIn(boss.email)
  const bring = (
    kind: ImportKind,
    file: string | Buffer,
    how: { dry_run?: boolean; skip_existing?: boolean } = {},
    headers: Record<string, string> = {},
  ) =>
    server.call(
      runImport,
      { params: { kind }, body: { file: Buffer.from(file).toString('base64'), ...how }, headers },
      token,
    )
  const count = async (table: 'cars' | 'driver_status' | 'company_clients') => {
    const rows = await server.db.selectFrom(table).select('company_id').where('company_id', '=', companyId).execute()
    return rows.length
  }
  return { companyId, token, bring, count }
}

const REAL = { dry_run: false }
let made = 0
/** Rows of phones nobody has. */
function phones(n: number): string[] {
  return Array.from({ length: n }, () => {
    made += 1
    return `0744${String(made).padStart(6, '0')}`
  })
}

test('a dry run tells every error by row and column, and adds nothing', async () => {
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

test('drivers come in with their papers, their numbers and a history of their own', async () => {
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
  const changes = await server.call(listChanges, { query: { entity: 'user', entity_id: driver.id } }, token)
  expect(changes.reply.data.map(({ action }) => action)).toEqual(['created'])
})

test('a driver comes in with the car his row names, by plate or by call sign; a wrong name is told before', async () => {
  const { bring, count, companyId, token } = await anOffice()
  await bring('cars', 'Indicativ;Număr\n31;BV31AAA\n32;BV32AAA\n', REAL)
  const stranger = await anOffice()
  await stranger.bring('cars', 'Indicativ;Număr\n33;BV33AAA\n', REAL)
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
  const { reply } = await server.call(listChanges, { query: { entity: 'car' } }, token)
  expect(reply.data.filter(({ action }) => action === 'driver_linked')).toHaveLength(3)
})

test('a client who becomes a driver stays the client he was', async () => {
  const { bring, companyId } = await anOffice()
  const { clientId, phone } = await aClient(server, { companyIds: [companyId], name: 'Doamna Pop' })
  expect((await bring('drivers', `Nume;Telefon\nPop Maria;${phone}`, REAL)).status).toBe(200)
  const roles = await server.db.selectFrom('user_roles').select('role').where('user_id', '=', clientId).execute()
  expect(roles.map(({ role }) => role).sort()).toEqual(['client', 'driver'])
})

test('one wrong row and nothing is added; the answer names the row', async () => {
  const { bring, count } = await anOffice()
  const answer = await bring('cars', 'Indicativ;Număr\n1;BV01IMP\n2;???', REAL)
  expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([422, ['rows.3.Număr']])
  expect(await count('cars')).toBe(0)
})

test('cars: plates in one writing, options by name, dates as written here; twice the same file adds nothing new', async () => {
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

test('the same asking sent twice adds its rows once and is answered the same', async () => {
  const { bring, count } = await anOffice()
  const file = `Telefon;Nume\n${phones(3).join(';X\n')};X`
  const key = { 'idempotency-key': `import-${made}` }
  const answers = [await bring('clients', file, REAL, key), await bring('clients', file, REAL, key)]
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(answers[1]?.body).toEqual(answers[0]?.body)
  expect(await count('company_clients')).toBe(3)
})

test('a file of clients names the account that pays; a name the company has not is told by its row', async () => {
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
  const kept = await server.db
    .selectFrom('company_clients')
    .select('protocol_parent_user_id')
    .where('company_id', '=', companyId)
    .orderBy('user_id')
    .execute()
  expect(kept.map((row) => row.protocol_parent_user_id)).toEqual([userId, null])
})

test.each([
  ['UTF-8 with its mark', (text: string) => `\uFEFF${text}`, ';'],
  ['UTF-8 without it', (text: string) => text, ','],
  ['tabs', (text: string) => text, '\t'],
  // ş and ţ with a cedilla are the letters this encoding has.
  [
    'Windows-1250',
    (text: string) => Buffer.from([...text].map((c) => ({ Ș: 0xaa, ț: 0xfe, ă: 0xe3, ș: 0xba })[c] ?? c.charCodeAt(0))),
    ';',
  ],
])('a file in %s is read as it was written', async (_, encode, sign) => {
  const { bring } = await anOffice()
  const [phone] = phones(1)
  const { reply } = await bring('clients', encode(`Telefon${sign}Observații\r\n${phone}${sign}Ștefan ști`))
  expect(reply.data).toMatchObject({ errors_count: 0, to_add: 1, unknown_columns: [] })
  expect(reply.data.preview[0]?.cells[1]?.replace('Ş', 'Ș').replace('ş', 'ș').replace('ţ', 'ț')).toBe('Ștefan ști')
})

test('a workbook is read like a csv: numbers that were phones, dates, formulas as their last value', async () => {
  const { bring } = await anOffice()
  const columns = [
    { key: 'name', label: 'Nume' },
    { key: 'phone', label: 'Telefon', kind: 'number' as const },
    { key: 'until', label: 'Permis până la', kind: 'date' as const },
  ]
  const file = xlsxTable(columns, [{ name: '=1+1', phone: Number(phones(1)[0]), until: '2029-12-31' }])
  const { reply } = await bring('drivers', Buffer.concat(await file.toArray()))
  expect(reply.data).toMatchObject({ errors_count: 0, to_add: 1 })
  expect(reply.data.preview[0]?.cells).toEqual(['=1+1', expect.stringMatching(/^744/), '2029-12-31'])
})

test('ten thousand clients are added, one more is refused', async () => {
  const { bring, count } = await anOffice()
  const rows = phones(10_000)
  expect((await bring('clients', `Telefon\n${rows.join('\n')}`, REAL)).reply.data.to_add).toBe(10_000)
  expect(await count('company_clients')).toBe(10_000)
  const tooMany = await bring('clients', `Telefon\n${[...rows, ...phones(1)].join('\n')}`)
  expect(tooMany.body.errors).toEqual({ file: ['Fișierul are mai mult de 10000 de rânduri'] })
})

test.each([
  ['nothing', '', 'Fișierul este gol'],
  ['headings alone', 'Telefon;Nume', 'Fișierul are doar numele coloanelor'],
  ['other columns', 'a;b\n1;2', 'Lipsesc coloanele: Telefon. În fișier sunt: a, b'],
  ['a column twice', 'Telefon;Mobil\n1;2', 'Coloana „Telefon” apare de două ori'],
  ['a page', '<!DOCTYPE html><table><tr><td>Telefon', 'Fișierul este o pagină HTML, nu un tabel CSV sau XLSX'],
  ['a PDF', '%PDF-1.7', 'Fișierul este PDF; este nevoie de CSV sau XLSX'],
  ['bytes', Buffer.from([0, 1, 2, 3, 0, 9]), 'Fișierul nu este un tabel CSV'],
  ['a zip that is none', Buffer.from('PK\u0003\u0004nimic'), 'Fișierul nu este un XLSX valid'],
  [
    'a workbook of the old kind',
    Buffer.from('d0cf11e0a1b11ae1', 'hex'),
    'Fișierul este în formatul vechi XLS; salvați-l ca XLSX sau CSV',
  ],
])('a file with %s is refused in plain words', async (_, file, message) => {
  const { bring } = await anOffice()
  const answer = await bring('clients', file)
  expect([answer.status, answer.body.errors]).toEqual([422, { file: [message] }])
})

test('a workbook that unpacks to gigabytes is refused before it does', async () => {
  const zip = new ZipFile()
  const xml = '<workbook xmlns:r="r"><sheets><sheet r:id="rId1"/></sheets></workbook>'
  const links = '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>'
  zip.addBuffer(Buffer.from(xml), 'xl/workbook.xml')
  zip.addBuffer(Buffer.from(links), 'xl/_rels/workbook.xml.rels')
  zip.addBuffer(Buffer.alloc(200 * 1024 * 1024, ' '), 'xl/worksheets/sheet1.xml', { compressionLevel: 1 })
  zip.end()
  const bomb = Buffer.concat(await (zip.outputStream as NodeJS.ReadStream).toArray())
  const { bring } = await anOffice()
  const answer = await bring('clients', bomb)
  expect(answer.body.errors).toEqual({ file: ['Fișierul XLSX se despachetează la mai mult decât se acceptă (64 MiB)'] })
})

test('a file above five MiB is refused, one of a hundred before it is read', async () => {
  const { bring, token } = await anOffice()
  const large = await bring('clients', Buffer.alloc(5 * 1024 * 1024 + 10, 'a'))
  expect([large.status, Object.keys(large.body.errors ?? {})]).toEqual([422, ['file']])
  const huge = await server.inject({
    method: 'POST',
    url: '/api/imports/clients',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    payload: `{"file":"${'A'.repeat(20 * 1024 * 1024)}"}`,
  })
  expect(huge.statusCode).toBe(413)
})

test('the template can be filled in and brought back', async () => {
  const { bring, token } = await anOffice()
  for (const kind of ['drivers', 'cars', 'clients'] as const) {
    const url = `/api/imports/${kind}/template?format=xlsx`
    const template = await server.inject({ url, headers: { authorization: `Bearer ${token}` } })
    const { reply } = await bring(kind, template.rawPayload)
    expect(reply.data).toMatchObject({ rows: 1, errors_count: 0, unknown_columns: [] })
  }
})
