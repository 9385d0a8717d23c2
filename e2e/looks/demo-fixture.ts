import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { stopShift } from '@dispecerat/contract/dispatch/driver'
import { createSearchInterval, deleteSearchInterval } from '@dispecerat/contract/dispatch/search-rules'
import type { RequestInput } from '@dispecerat/contract/kernel/endpoint'
import type { ClientView } from '@dispecerat/contract/orders/clients'
import { cancelOrder, createOrder, retryOrder } from '@dispecerat/contract/orders/orders'
import { type CallView, hangUpSimulatedCall, listCalls, ringSimulatedCall } from '@dispecerat/contract/telephony/calls'
import type { Point } from '@dispecerat/domain/kernel/geo'
import { toWireTime } from '@dispecerat/domain/kernel/wire-time'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { AnAuthority, anArchive, anaf } from '../../apps/server/src/billing/filings/testing/an-authority.ts'
import { type ApiClient, createApiClient } from '../api/api-client.ts'
import { aPhone, type TestDriverPhone } from '../api/test-driver-phone.ts'
import { launchBrowser, openWorkspace, WIDE } from '../browser/console-browser.ts'
import { clientsWithAnAddress } from '../fixtures/known-clients.ts'
import { linkMailedTo } from '../fixtures/mailed-link.ts'
import { recordACall } from '../fixtures/recorded-call.ts'
import { aDemoDatabase } from '../servers/demo-data.ts'
import { type DemoServer, startDemo } from '../servers/demo-server.ts'
import { COLLEAGUE, DISPATCHER, MANAGER, NOBODY, type Screen } from './screen.ts'

/** The market square: in the central zone and at its stand. */
export const SQUARE: Point = { lat: 45.6423, long: 25.5892 }
export const STATION = { name: 'Gara Brașov', lat: 45.6605, long: 25.6135 }

const CLIENTS = 40
const SEARCH_SECONDS = 600
const LATER_MS = 5 * 3_600_000

/** Last month of the clinic, waiting to be invoiced. */
const INVOICE_DRAFT = `
  insert into invoice_drafts (protocol_user_id, month, company_id, orders, charged_bani, made_at)
  select user_id, date_trunc('month', now() at time zone 'Europe/Bucharest') - interval '1 month', company_id, 1, 1, now()
  from protocol_companies join users on users.id = user_id where users.email = 'clinica@demo.ro'`

/** Endless erasures of all clients by the platform: they seem to have advanced in the future, so no job continues them. */
const ERASURE_RUNS = `
  insert into erasure_runs (user_id, started_by, started_at, request, removed, advanced_at)
  select distinct user_id, users.id, now(), '{}', jsonb '{"orders": 400, "calls": 21, "recordings": 9, "addresses": 0, "messages": 0, "letters": 0}',
    now() + interval '1 day'
  from company_clients, users where users.email = 'admin@demo.ro'`

/** An endless payment run, in the same way. */
const PAYMENT_RUN = `
  insert into payment_runs (company_ids, started_by, started_at, is_paid, order_ids, done_count, changed_count, advanced_at)
  select array[1], users.id, now(), true, array(select generate_series(1, 100)), 40, 38, now() + interval '1 day'
  from users where users.email = 'manager@demo.ro'`

/** The restaurant's administrators have to enable two-factor login before anything else. */
const TWO_FACTOR_REQUIRED = 'update company_settings set two_factor_required = true where company_id = 3'

/** The car of an order (id, lat, long) has stood there for so many minutes, and is judged at once. */
const STOOD_STILL = `
  with car as (update orders set departure_time = now() - interval '1 hour' where id = $1 returning id, driver_id, assigned_at),
    past as (delete from driver_trail where driver_id = (select driver_id from car)
      and recorded_at > now() - $4::integer * interval '1 minute'),
    stood as (
      insert into driver_trail (driver_id, recorded_at, lat, long, order_id)
      select driver_id, now() - second * interval '1 second', $2, $3, id
      from car, generate_series(30, $4::integer * 60, 30) as second
    )
  insert into car_watches (order_id, driver_id, assigned_at, since, due_at)
  select id, driver_id, assigned_at, now() - $4::integer * interval '1 minute', now() from car
  on conflict (order_id) do update set since = excluded.since, due_at = excluded.due_at`

type OrderBody = NonNullable<RequestInput<typeof createOrder>['body']>
/** Undoes a change before the next screen. */
type Undo = () => Promise<unknown>

/** One server on a copy of the demo, and the pages, drivers, callers and orders that a screen needs on it. */
export interface DemoFixture extends AsyncDisposable {
  url: string
  /** An API client of this account. */
  api(email?: string): Promise<ApiClient>
  /** The newest password link mailed to an address. */
  mailedLink(email: string): Promise<string>
  /** A new page of the screen's user. */
  page(screen: Pick<Screen, 'who' | 'needsMap'>): Promise<Page>
  /** A page of another dispatcher, open beside the first. */
  colleague(at: string): Promise<Page>
  /** A client with a saved address and without an open order, another one each time. */
  client(): ClientView
  /** An order of this client for hours ahead, so that no search starts and nothing changes by itself. */
  laterOrder(of: ClientView, more?: Partial<OrderBody>): Promise<number>
  /** An order that is cancelled after the screen. */
  order(body: OrderBody): Promise<number>
  /** A driver on duty at this place, off duty after the screen. */
  driver(email: string, at: Point): Promise<TestDriverPhone>
  /** The car that has the order has stood there for so many minutes. */
  standStill(orderId: number, at: Point, minutes: number): Promise<void>
  /** A simulated call that hangs up after the screen. */
  ring(phone: string): Promise<CallView>
  /** Until the end of the screen, one long step, or one of so many seconds, offers orders to all drivers around, so that offers do not expire. */
  searchPatiently(seconds?: number): Promise<void>
  afterwards(undo: Undo): void
  /** Undoes the changes of the screen, the newest first. */
  cleanUp(): Promise<void>
}

export async function startDemoFixture(): Promise<DemoFixture> {
  const recordings = fs.mkdtempSync(path.join(os.tmpdir(), 'dispecerat-recordings-'))
  const authority = await openAuthority()
  const server = await startServerOnDemo(recordings, authority.url)
  const browsers = new Map<boolean, Promise<Browser>>()
  const apis = new Map<string, Promise<ApiClient>>()
  const contexts = new Map<string, Promise<BrowserContext>>()
  const undos: Undo[] = []

  const api = (email = DISPATCHER) => once(apis, email, () => createApiClient(server.url, email))
  const afterwards = (undo: Undo) => void undos.push(undo)
  const clients = await clientsWithAnAddress(await api(), CLIENTS)

  const contextOf = async (who: string, drawsMaps: boolean) => {
    const browser = await once(browsers, drawsMaps, () => launchBrowser({ drawsMaps }))
    return once(contexts, `${who} ${drawsMaps}`, () => newContext(browser, server.url, who))
  }
  const page = async ({ who, needsMap = false }: Pick<Screen, 'who' | 'needsMap'>) => {
    const opened = await (await contextOf(who, needsMap)).newPage()
    opened.on('pageerror', (error) => console.error('page error:', error.message))
    afterwards(() => opened.close())
    return opened
  }
  const order = async (body: OrderBody) => {
    const { id } = (await (await api()).request(createOrder, { body })).data
    afterwards(async () => cancelIfOpen(await api(), id))
    return id
  }
  return {
    url: server.url,
    api,
    page,
    order,
    afterwards,
    mailedLink: (email) => linkMailedTo(server, email),
    colleague: async (at) => {
      const beside = await page({ who: COLLEAGUE })
      await beside.goto(at)
      return beside
    },
    client: () => {
      const client = clients.shift()
      if (!client) throw new Error(`more than ${CLIENTS} clients are needed`)
      return client
    },
    laterOrder: ({ phone, addresses }, more) => {
      const [{ name, lat, long } = { name: '', ...SQUARE }] = addresses
      const departure_time = toWireTime(new Date(Date.now() + LATER_MS))
      return order({ phone, client_phone: phone, places: [{ name, lat, long }], departure_time, ...more } as OrderBody)
    },
    driver: async (email, at) => {
      const phone = await aPhone(server.url, email, at)
      afterwards(async () => {
        await phone.request('POST', stopShift.path, {}).catch(() => undefined)
        await phone[Symbol.asyncDispose]()
      })
      return phone
    },
    standStill: async (orderId, { lat, long }, minutes) => {
      await server.database.pool.query(STOOD_STILL, [orderId, lat, long, minutes])
    },
    ring: async (phone) => {
      const exchange = await api(MANAGER)
      const { data } = await exchange.request(ringSimulatedCall, { body: { phone } })
      afterwards(() => hangUpEverybody(exchange))
      return data
    },
    searchPatiently: async (seconds = SEARCH_SECONDS) => {
      const manager = await api(MANAGER)
      const step = { search_type: 'by_radius' as const, search_time: seconds, search_limit: 7000 }
      const body = { type: 'weekdays' as const, position: 1, definitions: { items: [step] } }
      const { id } = (await manager.request(createSearchInterval, { body })).data
      afterwards(() => manager.request(deleteSearchInterval, { params: { id } }))
    },
    cleanUp: async () => {
      for (const undo of undos.splice(0).toReversed()) await undo()
    },
    [Symbol.asyncDispose]: async () => {
      for (const browser of browsers.values()) await (await browser).close()
      await server[Symbol.asyncDispose]()
      await authority[Symbol.asyncDispose]()
      fs.rmSync(recordings, { recursive: true, force: true })
    },
  }
}

async function openAuthority(): Promise<AsyncDisposable & { url: string }> {
  const authority = new AnAuthority()
  const archive = await anArchive('5001', '<Invoice/>')
  authority.says.set('upload', () => anaf.taken('5001'))
  authority.says.set('stareMesaj', () => anaf.state('ok', '9001'))
  authority.says.set('descarcare', () => ({ body: archive }))
  const url = await authority.open()
  return { url, [Symbol.asyncDispose]: () => authority[Symbol.asyncDispose]() }
}

async function startServerOnDemo(recordings: string, authority: string): Promise<DemoServer> {
  const database = await aDemoDatabase()
  await recordACall(database, recordings)
  for (const statement of [INVOICE_DRAFT, PAYMENT_RUN, ERASURE_RUNS, TWO_FACTOR_REQUIRED])
    await database.pool.query(statement)
  return startDemo({
    database,
    env: {
      RECORDINGS_DIR: recordings,
      EFACTURA_URL: `${authority}/rest`,
      EFACTURA_TOKEN: 'jeton-de-proba',
      EFACTURA_TOKEN_CUI: '18547290',
      EFACTURA_OAUTH_CLIENT_ID: 'client-de-proba',
      EFACTURA_OAUTH_CLIENT_SECRET: 'secret-de-proba',
      PUBLIC_ORIGINS: 'https://dispecerat.example',
      SIGN_UP: 'approval',
      PLAY_STORE_URL: 'https://play.example/dispecerat',
      BETA_APK_URL: 'https://files.example/app.apk',
      // A closed port: a host of map pictures that does not respond.
      MAP_RASTER_URL: 'http://127.0.0.1:9/{z}/{x}/{y}.png',
      MAP_RASTER_NAME: 'Poze',
      MAP_RASTER_ATTRIBUTION: '© <a href="https://exemplu.ro">Exemplu</a>',
    },
  })
}

const SESSION = 'dispecerat.session'

/** A new tab starts without the browser storage of other screens: drafts, chosen layouts, hidden zones. */
const CLEAR_STORAGE = `
  if (sessionStorage.getItem('isOpened') === null) {
    for (const key of Object.keys(localStorage)) if (key !== '${SESSION}') localStorage.removeItem(key)
    sessionStorage.setItem('isOpened', 'yes')
  }`

async function newContext(browser: Browser, url: string, who: string): Promise<BrowserContext> {
  const context = who === NOBODY ? await contextOfNobody(browser, url) : await contextOfAccount(browser, url, who)
  await context.addInitScript(CLEAR_STORAGE)
  return context
}

async function contextOfAccount(browser: Browser, address: string, email: string): Promise<BrowserContext> {
  const { context, page } = await openWorkspace(browser, { address, email })
  await page.close()
  return context
}

function contextOfNobody(browser: Browser, baseURL: string): Promise<BrowserContext> {
  const here = { locale: 'ro-RO', timezoneId: 'Europe/Bucharest' }
  return browser.newContext({ ...here, baseURL, viewport: WIDE, reducedMotion: 'reduce' })
}

/** Hangs up all calls of this account's companies. */
export async function hangUpEverybody(exchange: ApiClient): Promise<void> {
  for (const { id } of (await exchange.request(listCalls)).data)
    await exchange.request(hangUpSimulatedCall, { params: { id } }).catch(() => undefined)
}

/** Cancels the order in whatever state it is; a queued order has to be searched for again before it can be cancelled. */
async function cancelIfOpen(dispatcher: ApiClient, id: number): Promise<void> {
  const cancel = () => dispatcher.request(cancelOrder, { params: { id }, body: {} })
  const searchAndCancel = () => dispatcher.request(retryOrder, { params: { id }, body: {} }).then(cancel)
  await cancel().catch(() => searchAndCancel().catch(() => undefined))
}

function once<K, V>(known: Map<K, Promise<V>>, key: K, make: () => Promise<V>): Promise<V> {
  const found = known.get(key) ?? make()
  known.set(key, found)
  return found
}
