import fs from 'node:fs'
import path from 'node:path'
import {
  createContent,
  deleteContent,
  editContent,
  listContent,
  listContentVersions,
  listDocumentation,
  MAX_CONTENT_LETTERS,
  openContent,
  readContent,
  readContentByUrl,
  readDocumentation,
  restoreContentVersion,
  undeleteContent,
} from '@dispecerat/contract/site/content'
import { expect, test } from 'vitest'
import { aServer, type TestServer } from '../../testing/a-server.ts'
import { aUser } from '../../testing/builders.ts'
import { loadPages, pageOf } from './load-pages.ts'

async function writer(server: TestServer): Promise<string> {
  return server.logIn((await aUser(server, { roles: ['admin'] })).email)
}

const PAGE = {
  url: 'ajutor',
  type: 'documentation',
  title: 'Ajutor',
  content: '<p>Salut</p>',
  is_published: true,
} as const

test('built-in pages and handbook are loaded once, updated when unedited and left alone when edited', async () => {
  await using server = await aServer()
  const token = await writer(server)
  await Promise.all([loadPages(server), loadPages(server)])
  const privacy = (await server.request(readContent, { params: { id: 1 } })).reply
  expect(privacy).toMatchObject({ url: 'confidentialitate-soferi', type: 'page', version: 1 })
  expect(privacy.content).toContain('<h2>')
  const tree = (await server.request(listDocumentation, {})).reply.data
  const areas = ['dispecerat', 'comenzi-programate', 'livrare', 'companie-protocol', 'raportul-soferului', 'continut']
  expect(tree.map(({ url }) => url)).toEqual(expect.arrayContaining(areas))
  expect(new Set(tree.map(({ url }) => url)).size).toBe(tree.length)

  const edited = (await server.request(readDocumentation, { params: { url: 'telefon' } })).reply
  await server.request(editContent, { params: { id: edited.id }, body: { title: 'Telefonul nostru' } }, token)
  await server.db
    .updateTable('contents')
    .set({ handbook_hash: 'an older file' })
    .where('url', '=', 'dispecerat')
    .execute()
  await loadPages(server)
  const now = async (url: string) => (await server.request(readDocumentation, { params: { url } })).reply
  expect(await now('telefon')).toMatchObject({ title: 'Telefonul nostru', version: 2 })
  expect(await now('dispecerat')).toMatchObject({ version: 2 })
  await server.request(deleteContent, { params: { id: edited.id } }, token)
  await loadPages(server)
  expect((await server.request(readDocumentation, { params: { url: 'telefon' } })).status).toBe(404)
})

test('every page of the handbook has its own position in the menu, and shows no Markdown syntax', () => {
  const folder = path.join(import.meta.dirname, 'handbook')
  const pages = fs
    .readdirSync(folder)
    .map((name) => pageOf(name, fs.readFileSync(path.join(folder, name), 'utf8'), 'documentation'))
  expect(new Set(pages.map(({ menuOrder }) => menuOrder)).size).toBe(pages.length)
  for (const { url, title, html } of pages) {
    expect(title, url).not.toMatch(/[*`|]/)
    expect(html, url).toContain('<h2>')
    expect(html.replaceAll('<code>`</code>', ''), url).not.toMatch(/\*\*|`|\|/)
  }
})

test('a handbook file without a title is refused by its name', () => {
  expect(() => pageOf('10-x.md', 'fără titlu', 'documentation')).toThrow('10-x.md')
})

const HOSTILE = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg><script>alert(1)</script></svg>',
  '<svg/onload=alert(1)>',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="jav&#x09;ascript:alert(1)">x</a>',
  '<a href="data:text/html,<script>alert(1)</script>">x</a>',
  '<a href="//evil.example/x">x</a>',
  '<iframe src="https://evil.example"></iframe>',
  '<object data="x"></object><embed src="x">',
  '<p style="position:fixed;inset:0">x</p>',
  '<p class="header" id="root">x</p>',
  '<form action="https://evil.example"><input name="password"><button>OK</button></form>',
  '<style>*{display:none}</style>',
  '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<img src="https://evil.example/pixel.gif"><img src="data:image/svg+xml,<svg onload=alert(1)>">',
  '<meta http-equiv="refresh" content="0;url=https://evil.example"><base href="https://evil.example">',
  '<details open ontoggle=alert(1)><summary>x</summary></details>',
  '<!--<img src="--><img src=x onerror=alert(1)//">',
]
const ACTS =
  /<(script|style|svg|math|iframe|object|embed|form|input|button|meta|base|link)|\son\w+=|javascript:|data:|style=|class=|id=|evil\.example/i

test('hostile HTML is removed when it is written, and when it is read from the row', async () => {
  await using server = await aServer()
  const token = await writer(server)
  for (const [index, hostile] of HOSTILE.entries()) {
    const body = { ...PAGE, url: `pagina-${index}`, content: `<p>înainte</p>${hostile}<p>după</p>` }
    const { id } = (await server.request(createContent, { body }, token)).reply.data
    const stored = await server.db.selectFrom('contents').select('html').where('id', '=', id).executeTakeFirstOrThrow()
    expect(stored.html, hostile).not.toMatch(ACTS)
    await server.db.updateTable('contents').set({ html: body.content }).where('id', '=', id).execute()
    const { content } = (await server.request(readContent, { params: { id } })).reply
    expect(content).toContain('<p>înainte</p>')
    expect(content, hostile).not.toMatch(ACTS)
  }
})

test('allowed content stays: tables, lists, keys, links, pictures of this server', async () => {
  await using server = await aServer()
  const content =
    '<h2>Titlu</h2><table><tbody><tr><th scope="row">A</th><td colspan="2">B</td></tr></tbody></table>' +
    '<ul><li><kbd>F1</kbd></li></ul><p><a href="/page/termeni">aici</a> <a href="tel:+40722">sună</a></p><img src="/logo.png" alt="Logo" />'
  const { data } = (await server.request(createContent, { body: { ...PAGE, content } }, await writer(server))).reply
  expect(data.content).toBe(content)
})

test.each([
  ['characters that forge what is read', 'a\u202Eb', 'Conține caractere nepermise'],
  ['a character the database refuses', 'a\u0000b', 'Conține caractere nepermise'],
  ['more than a page holds', 'a'.repeat(MAX_CONTENT_LETTERS + 1), 'Pagina este prea lungă'],
])('%s are refused at the text', async (_what, content, reason) => {
  await using server = await aServer()
  const answer = await server.request(createContent, { body: { ...PAGE, content } }, await writer(server))
  expect([answer.status, answer.body.errors]).toEqual([422, { content: [reason] }])
})

test('a draft is unknown until it is published: 404 by number, by address and in the tree', async () => {
  await using server = await aServer()
  const token = await writer(server)
  const { id } = (await server.request(createContent, { body: { ...PAGE, is_published: false } }, token)).reply.data
  const byUrl = () => server.request(readContentByUrl, { params: { url: 'ajutor' } })
  expect((await server.request(readContent, { params: { id } })).status).toBe(404)
  expect((await byUrl()).body.message).toBe('Pagina nu a fost găsită')
  expect((await server.request(listDocumentation, {})).reply.data).toEqual([])
  await server.request(editContent, { params: { id }, body: { is_published: true } }, token)
  expect((await byUrl()).reply.title).toBe('Ajutor')
  expect((await server.request(readContentByUrl, { params: { url: 'AJUTOR; drop' } })).status).toBe(404)
})

test('a browser that has the page gets 304, until the page changes', async () => {
  await using server = await aServer()
  const token = await writer(server)
  const { id } = (await server.request(createContent, { body: PAGE }, token)).reply.data
  const first = await server.request(readContent, { params: { id } })
  const etag = String(first.headers.etag)
  expect(first.headers['cache-control']).toBe('no-cache')
  const again = () => server.inject({ url: `/api/content/${id}`, headers: { 'if-none-match': `"x", W/${etag}` } })
  const known = await again()
  expect([known.statusCode, known.body]).toEqual([304, ''])
  await server.request(editContent, { params: { id }, body: { content: '<p>Nou</p>' } }, token)
  expect((await again()).statusCode).toBe(200)
})

test('each version is stored with its author; an earlier one can be restored as the newest', async () => {
  await using server = await aServer()
  const token = await writer(server)
  const { id } = (await server.request(createContent, { body: PAGE }, token)).reply.data
  const edit = (body: object) => server.request(editContent, { params: { id }, body }, token)
  await edit({ content: '<p>Al doilea</p>' })
  await edit({ menu_order: 3 })
  await server.request(restoreContentVersion, { params: { id, version: 1 } }, token)
  const { data } = (await server.request(listContentVersions, { params: { id } }, token)).reply
  expect(data.map(({ version, content }) => [version, content])).toEqual([
    [4, '<p>Salut</p>'],
    [2, '<p>Al doilea</p>'],
    [1, '<p>Salut</p>'],
  ])
  expect((await server.request(openContent, { params: { id } }, token)).reply.data).toMatchObject({
    menu_order: 3,
    version: 4,
  })
  expect((await server.request(restoreContentVersion, { params: { id, version: 9 } }, token)).status).toBe(404)
})

test('of two concurrent edits of one page the second is refused, also when both save at once', async () => {
  await using server = await aServer()
  const token = await writer(server)
  const { id } = (await server.request(createContent, { body: PAGE }, token)).reply.data
  const save = (title: string) =>
    server.request(editContent, { params: { id }, body: { title }, headers: { 'if-match': '1' } }, token)
  const answers = await Promise.all([save('Unu'), save('Doi')])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(answers.find(({ status }) => status === 409)?.body.code).toBe('content.changed_meanwhile')
})

test('the drivers’ privacy page stays published at its address; its text may change', async () => {
  await using server = await aServer()
  const token = await writer(server)
  await loadPages(server)
  const edit = (body: object) => server.request(editContent, { params: { id: 1 }, body }, token)
  expect((await server.request(deleteContent, { params: { id: 1 } }, token)).status).toBe(409)
  expect((await edit({ is_published: false })).status).toBe(409)
  expect((await edit({ url: 'altundeva' })).status).toBe(409)
  expect((await edit({ title: 'Datele șoferilor' })).reply.data.title).toBe('Datele șoferilor')
})

test('addresses are plain words, each unique; pages are nested under documentation, never in a circle', async () => {
  await using server = await aServer()
  const token = await writer(server)
  const make = (body: object) => server.request(createContent, { body: { ...PAGE, ...body } }, token)
  for (const url of ['Ajutor', 'a b', 'ș', '../x', '-a', 'a-', '', 'a'.repeat(81)]) {
    expect((await make({ url })).body.errors, url).toHaveProperty('url')
  }
  const top = (await make({})).reply.data.id
  expect((await make({})).body.errors).toEqual({ url: ['Adresa este folosită de altă pagină'] })
  const under = (await make({ url: 'sub', parent_id: top })).reply.data.id
  const move = (id: number, body: object) => server.request(editContent, { params: { id }, body }, token)
  expect((await move(top, { parent_id: under })).body.errors).toEqual({
    parent_id: ['O pagină nu poate sta sub ea însăși'],
  })
  expect((await move(under, { type: 'page' })).body.errors).toHaveProperty('parent_id')
  expect((await move(top, { type: 'page' })).body.errors).toHaveProperty('type')
  expect((await move(under, { parent_id: 12345 })).body.errors).toHaveProperty('parent_id')
  expect((await server.request(deleteContent, { params: { id: top } }, token)).body.code).toBe('content.has_children')
})

test('a deleted page can be restored, with a number appended to its address when that was taken meanwhile', async () => {
  await using server = await aServer()
  const token = await writer(server)
  const { id } = (await server.request(createContent, { body: PAGE }, token)).reply.data
  await server.request(deleteContent, { params: { id } }, token)
  expect((await server.request(readContent, { params: { id } })).status).toBe(404)
  await server.request(createContent, { body: PAGE }, token)
  expect((await server.request(undeleteContent, { params: { id } }, token)).reply.data.url).toBe('ajutor-2')
  expect((await server.request(listContent, { query: { search: 'ajut' } }, token)).reply.meta.total).toBe(2)
})

test('the documentation is searched by its text, without diacritics and without tags', async () => {
  await using server = await aServer()
  const token = await writer(server)
  const make = (body: object) => server.request(createContent, { body: { ...PAGE, ...body } }, token)
  const top = (await make({ title: 'Telefonul' })).reply.data.id
  await make({ url: 'sub', title: 'Linii', content: '<blockquote>Așteptare</blockquote>', parent_id: top })
  const found = async (search: string) => (await server.request(listDocumentation, { query: { search } })).reply.data
  expect(await found('ASTEPT lin')).toEqual([
    { url: 'ajutor', title: 'Telefonul', children: [{ url: 'sub', title: 'Linii', children: [] }] },
  ])
  expect(await found('blockquote')).toEqual([])
})

test('only administrators of the platform write pages', async () => {
  await using server = await aServer()
  for (const role of ['company_admin', 'dispatcher', 'driver', 'client', 'company'] as const) {
    const token = await server.logIn((await aUser(server, { roles: [role] })).email)
    expect((await server.request(createContent, { body: PAGE }, token)).status, role).toBe(403)
  }
})
