import fs from 'node:fs'
import path from 'node:path'
import { ROOT } from './setup.mjs'

/**
 * Browser stories and process tests of an area, the closest first, where their names do not begin with the area's name.
 * An area is here a folder within an area of the console or the server, or a file of the domain or the contract.
 */
const STORIES = {
  account: ['own-account', 'own-security'],
  accounts: ['own-security', 'people'],
  addresses: ['order-form-places'],
  announcements: ['messages'],
  audit: ['settings'],
  ban: ['bans-and-priority'],
  'by-hand': ['processes/hand-assignment', 'placed-order'],
  'pretend-callers': ['pretend-callers.rest'],
  'call-reports': ['calls-report'],
  calls: ['calls-workspace', 'calls-ending', 'passing-calls', 'answering'],
  car: ['fleet-admin'],
  cars: ['fleet-admin'],
  clients: ['people', 'own-account'],
  commission: ['finances'],
  companies: ['company-admin'],
  company: ['own-account', 'delivery'],
  content: ['public-pages.rest'],
  credit: ['delivery'],
  db: ['processes/process'],
  demo: ['story'],
  devices: ['fleet-admin'],
  discount: ['protocol-office.rest'],
  discounts: ['protocol-office.rest'],
  'driver-reports': ['reports-office'],
  estimates: ['scheduled-and-estimates'],
  exports: ['finances', 'fleet-admin'],
  filings: ['protocol-office.rest'],
  finance: ['finances', 'processes/settlement'],
  'first-steps': ['company-admin'],
  positions: ['workspace-numbers', 'live-map.rest'],
  geocoding: ['order-form-places'],
  imports: ['fleet-admin'],
  incidents: ['messages'],
  invoice: ['protocol-office.rest', 'processes/invoicing'],
  invoices: ['protocol-office.rest', 'processes/invoicing'],
  keys: ['keyboard'],
  ledger: ['finances', 'processes/settlement'],
  login: ['own-security', 'keyboard'],
  map: ['order-form-places', 'live-map.rest'],
  workspace: ['operator-lists', 'workspace-corners.rest', 'workspace-surface', 'workspace-numbers'],
  'order-form': ['order-form', 'placed-order', 'order-form-places'],
  orders: ['placed-order', 'order-search', 'story'],
  pickup: ['no-show', 'processes/after-the-acceptance'],
  outbox: ['messages'],
  permissions: ['company-admin'],
  'personal-data': ['own-security'],
  sip: ['telephone', 'telephone-renewed'],
  playbacks: ['recorded-calls.rest'],
  'priority-windows': ['bans-and-priority'],
  'priority-window': ['bans-and-priority'],
  public: ['public-pages.rest'],
  ratings: ['placed-order'],
  realtime: ['socket-loss', 'processes/chaos.rest', 'processes/lost-connection.rest', 'processes/two-nodes.rest'],
  retention: ['own-security'],
  routes: ['scheduled-and-estimates'],
  routing: ['scheduled-and-estimates'],
  'saved-addresses': ['order-form-places'],
  'scheduled-orders': ['scheduled-and-estimates'],
  search: ['why-not', 'story', 'processes/races'],
  'search-rules': ['builder'],
  'search-steps': ['builder'],
  shell: ['order-search', 'keyboard'],
  'sign-up': ['public-pages.rest'],
  stand: ['stands.rest'],
  statistics: ['dashboard', 'workspace-numbers'],
  supply: ['workspace-numbers', 'supply-and-heat.rest'],
  tariff: ['settings'],
  tariffs: ['settings'],
  telephony: ['telephone', 'processes/server-calls'],
  zone: ['zones-editor.rest'],
  zones: ['zones-editor.rest'],
}

for (const [area, names] of Object.entries(STORIES))
  for (const name of names)
    if (!fs.existsSync(path.join(ROOT, fileOf(name))))
      throw new Error(`scripts/stories-of-areas.mjs: ${area} names ${fileOf(name)}, which does not exist`)

/** Test files of an area, the closest first; `tests` are all files of e2e/. */
export function storiesOf(area, tests) {
  if (STORIES[area]) return STORIES[area].map(fileOf)
  return tests.filter(
    (file) => file === fileOf(area) || file.startsWith(`e2e/${area}-`) || file === fileOf(`${area}.rest`),
  )
}

/** The area a file belongs to. */
export function areaOf(file) {
  const [, area] =
    /^apps\/(?:console|server)\/src\/(?:[^/]+\/)?([^/]+)\/[^/]+$/.exec(file) ??
    /^apps\/(?:console|server)\/src\/[^/]+\/([^/]+)\//.exec(file) ??
    /^packages\/\w+\/src\/(?:[^/]+\/)?([^/.]+)/.exec(file) ??
    /^e2e\/(?:processes\/)?([^/.]+)/.exec(file) ??
    []
  return area
}

function fileOf(name) {
  return `e2e/${name}.test.ts`
}
