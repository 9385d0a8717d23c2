import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { financeMessages } from '../billing/finance/finance-messages.ts'
import { KEYS } from '../keys/registry.ts'
import { financeTitles } from '../orders/finance-titles.ts'
import { heatMessages } from '../shared/reports/heat-messages.ts'
import { SETTINGS_SECTIONS } from '../shared/settings-page/settings-groups.ts'
import { isGroup, OFFICE_MENUS } from '../shell/office-menus.ts'
import { reportMessages } from '../text/report-messages.ts'
import { ro } from '../text/ro.ts'
import { settingsTitles } from '../text/settings-titles.ts'

const ROUTES = import.meta.dirname
const HANDBOOK = path.join(ROUTES, '../../../server/src/site/content/handbook')
/** Folders with the sentences that screens show: the console's own, and those sent by the server. */
const SENTENCES = [
  '../text',
  '../shell',
  '../../../server/src/office/reports',
  '../../../../packages/domain/src',
  '../../../../packages/contract/src',
]

const pages = fs.readdirSync(HANDBOOK).map((name) => ({ name, text: read(path.join(HANDBOOK, name)) }))

function read(file: string): string {
  return fs.readFileSync(file, 'utf8')
}

/** Objects in which routes look up their titles. */
const TITLES: Readonly<Record<string, object>> = { 'ro.titles': ro.titles, titles: financeTitles, settingsTitles }

interface Screen {
  /** The address as in the file: a child of a workspace has only its own part. */
  address: string
  title: string | undefined
}

/** Every route that renders something; redirects have no component. */
function screens(): Screen[] {
  const files = fs.readdirSync(ROUTES).filter((name) => /-(routes|options)\.tsx$/.test(name))
  return files.flatMap((name) => screensOf(read(path.join(ROUTES, name))))
}

function screensOf(source: string): Screen[] {
  return source.split(/^(?:export )?const /m).flatMap((piece) => {
    const isPublic = / = publicRoute\(/.test(piece)
    const [, address] = (isPublic ? /\(\s*'([^']+)',/ : /\bpath: '([^']+)',/).exec(piece) ?? []
    const draws = isPublic || /^ {2}component: /m.test(piece) || piece.includes('...workspaceOptions')
    if (address === undefined || !draws) return []
    const titled = isPublic ? /',\s*([\w.]+)\.(\w+),/ : /staticData: \{ title: ([\w.]+)\.(\w+) \}/
    const [, list = '', key = ''] = titled.exec(piece) ?? []
    const title: unknown = (TITLES[list] as Record<string, unknown> | undefined)?.[key]
    return [{ address, title: typeof title === 'string' ? title : undefined }]
  })
}

/** Names of pages in the menus, the settings and the reports. */
const CALLED: readonly { address: string; name: string }[] = [
  ...OFFICE_MENUS.flatMap((item) => (isGroup(item) ? item.entries : [item])).map(({ to, label }) => ({
    address: to,
    name: label,
  })),
  ...SETTINGS_SECTIONS.flatMap(({ pages: all }) => all.map(({ path: to, title }) => ({ address: to, name: title }))),
  ...Object.entries(reportMessages.reports).map(([key, { title }]) => ({ address: `/reports/${key}`, name: title })),
  { address: '/reports/orders', name: ro.titles.ordersReport },
  { address: '/reports/calls', name: reportMessages.tabs.calls },
  { address: '/reports/heat', name: heatMessages.tab },
  { address: '/finances/history', name: financeMessages.tabs.history },
  { address: '/operator', name: ro.nav.operator },
]

/** Screens that the handbook does not call by their name, each with where it is described instead. */
const NOT_BY_NAME: Readonly<Record<string, string>> = {
  /* Pages before the login: their readers have no access to the handbook. */
  '/login': 'the form says what it wants',
  '/set-up': 'seen once, by who installs; docs/operations.md',
  '/live': 'told of by its address',
  '/operator/v2': 'told of by its address',
  '/delivery': 'told of by its address',
  /* Public pages, edited or described under Conținut. */
  '/page/$url': 'told of by its address',
  '/driver/privacy': 'told of by its address',
  '/documentation': 'told of by its address',
  '/documentation/$url': 'told of by its address',
  '/docs/$url': 'told of by its address',
  '/download': 'told of by its address',
  '/pro': 'told of by its address',
  '/': 'the sign-up again; told of at /business/enroll',
  '/business/enroll': 'told of by its address',
  /* Pages of one row of a table that the handbook describes. */
  '/user/$id/$role': '/users/$type',
  '/car/$id': '/cars',
  '/device/$id': '/devices',
  '/discount/$id': '/discounts',
  '/protocol/$id': '/protocol',
  '/protocol/invoices/$id': '/protocol/invoices',
  '/settings/tariffs/$id': '/settings/tariffs',
  '/order/$id': 'Operator; its title is the number of the order',
}

/** Emphasised texts of a page: titles, bold, italics, quotes. */
function emphasised(text: string): string[] {
  const marked = [...text.matchAll(/\*\*([^*]+)\*\*|\*([^*\n]+)\*|„([^”]+)”|^#+ (.+)$/gm)]
  return marked.map(([, ...found]) => found.find((one) => one !== undefined) ?? '')
}

/** 'Sistem › Setări › Texte trimise' → its three names. */
const named = new Set(
  pages
    .flatMap(({ text }) => emphasised(text))
    .flatMap((one) => one.split(/[→›:,.]|\s–\s/))
    .map((one) => one.replaceAll(/\s+/g, ' ').trim().toLowerCase()),
)
const isNamed = (name: string) => named.has(name.toLowerCase())

test('every screen of the console is named in the handbook', () => {
  const all = screens()
  expect(all.length).toBeGreaterThan(60)
  const unnamed = all.filter(({ address, title }) => {
    if (address in NOT_BY_NAME) return false
    const names = [title, ...CALLED.filter((one) => one.address === address).map(({ name }) => name)]
    return !names.some((name) => name !== undefined && isNamed(name))
  })
  expect(unnamed).toEqual([])
})

test('every exception is a screen, and one described by its URL has it in the handbook', () => {
  const addresses = new Set(screens().map(({ address }) => address))
  expect(Object.keys(NOT_BY_NAME).filter((address) => !addresses.has(address))).toEqual([])
  const all = pages.map(({ text }) => text).join('\n')
  const byAddress = Object.entries(NOT_BY_NAME).filter(([, why]) => why === 'told of by its address')
  const untold = byAddress.filter(([address]) => !all.includes(`\`${address.replace('$url', 'adresa')}\``))
  expect(untold).toEqual([])
})

test('every entry of the menus, of the settings and of the reports is named in the handbook', () => {
  expect(CALLED.filter(({ name }) => !isNamed(name)).map(({ name }) => name)).toEqual([])
})

/** Keys of the browser and of every field, which are not in the registry. */
const USUAL_KEYS = ['Enter', 'Shift+Enter', 'Esc', 'Spațiu', 'Backspace', 'Space', '↑', '↓', '/', 'Ctrl+clic']
const A_KEY = /^(?:(?:Ctrl|Alt|Shift)\+)*(?:[A-Z0-9+−?`↑↓/]|F\d|Enter|Esc|Spațiu|Backspace)$/

test('every key in the handbook is in the console’s registry', () => {
  const known = new Set<string>([...USUAL_KEYS, ...Object.values(KEYS).map(({ shown }) => shown)])
  const printed = pages.flatMap(({ name, text }) =>
    [...text.matchAll(/`` ([^ ]+) ``|`([^`\n]+)`|\*\*([^*\n]+)\*\*/g)]
      .map(([, quoted, code, bold]) => quoted ?? code ?? bold ?? '')
      .filter((word) => A_KEY.test(word))
      .map((key) => `${name}: ${key}`),
  )
  expect(printed.length).toBeGreaterThan(60)
  expect(printed.filter((line) => !known.has(line.slice(line.indexOf(': ') + 2)))).toEqual([])
})

/** Bold for emphasis only, or two texts combined on the screen. */
const PLAIN_EMPHASIS = new Set([
  'primul care se potrivește hotărăște',
  'cardul',
  'Sortare',
  '„Ora aleasă a trecut”',
  'Export CSV',
  'Export XLSX',
  'Export PDF',
  'Export CSV / XLSX',
])

test('bold texts of the handbook are on a screen, letter by letter', () => {
  const folders = SENTENCES.map((folder) => path.join(ROUTES, folder))
  const filesIn = (folder: string) =>
    fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => path.join(folder, name))
  const messages = filesIn(path.join(ROUTES, '..')).filter((name) => /-(messages|labels|titles|keys)\.ts$/.test(name))
  const files = [...folders.flatMap(filesIn), ...messages]
  const sources = files.filter((name) => /\.tsx?$/.test(name) && !name.endsWith('.test.ts'))
  const written = sources.map(read).join('\n').toLowerCase()
  const unknown = pages.flatMap(({ name, text }) =>
    [...text.matchAll(/\*\*([^*]+)\*\*/g)]
      .flatMap(([, bold = '']) => (bold.endsWith(':') ? [] : bold.split(/\s*[→›]\s*/)))
      .map((one) => one.replaceAll(/\s+/g, ' ').replace(/[.…]$/, ''))
      .filter((one) => !A_KEY.test(one) && !PLAIN_EMPHASIS.has(one) && !written.includes(one.toLowerCase()))
      .map((one) => `${name}: ${one}`),
  )
  expect(unknown).toEqual([])
})
