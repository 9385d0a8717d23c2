import { afterAll, beforeAll, expect, test } from 'vitest'
import { ZipFile } from 'yazl'
import { xlsxTable } from '../../platform/exports/xlsx-table.ts'
import { aServer, type TestServer } from '../../testing/a-server.ts'
import { anImportingOffice, phones, REAL } from './testing/an-importing-office.ts'

let server: TestServer
beforeAll(async () => {
  server = await aServer()
})
afterAll(() => server.stop())

const anOffice = () => anImportingOffice(server)

test.each([
  ['UTF-8 with its mark', (text: string) => `\uFEFF${text}`, ';'],
  ['UTF-8 without it', (text: string) => text, ','],
  ['tabs', (text: string) => text, '\t'],
  // Windows-1250 has ş and ţ with a cedilla only.
  [
    'Windows-1250',
    (text: string) => Buffer.from([...text].map((c) => ({ Ș: 0xaa, ț: 0xfe, ă: 0xe3, ș: 0xba })[c] ?? c.charCodeAt(0))),
    ';',
  ],
])('a file in %s is decoded correctly', async (_, encode, sign) => {
  const { bring } = await anOffice()
  const [phone] = phones(1)
  const { reply } = await bring('clients', encode(`Telefon${sign}Observații\r\n${phone}${sign}Ștefan ști`))
  expect(reply.data).toMatchObject({ errors_count: 0, to_add: 1, unknown_columns: [] })
  expect(reply.data.preview[0]?.cells[1]?.replace('Ş', 'Ș').replace('ş', 'ș').replace('ţ', 'ț')).toBe('Ștefan ști')
})

test('a workbook is read like a CSV: phones stored as numbers, dates, and the last value of a formula', async () => {
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

test('ten thousand clients are imported, and one more row is refused', async () => {
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
])('a file with %s is refused with a message', async (_, file, message) => {
  const { bring } = await anOffice()
  const answer = await bring('clients', file)
  expect([answer.status, answer.body.errors]).toEqual([422, { file: [message] }])
})

test('a workbook that unpacks to gigabytes is refused before it is unpacked', async () => {
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

test('a file above 5 MiB is refused, and a request of 20 MiB is refused before it is parsed', async () => {
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

test('a downloaded template can be filled in and imported', async () => {
  const { bring, token } = await anOffice()
  for (const kind of ['drivers', 'cars', 'clients'] as const) {
    const url = `/api/imports/${kind}/template?format=xlsx`
    const template = await server.inject({ url, headers: { authorization: `Bearer ${token}` } })
    const { reply } = await bring(kind, template.rawPayload)
    expect(reply.data).toMatchObject({ rows: 1, errors_count: 0, unknown_columns: [] })
  }
})
