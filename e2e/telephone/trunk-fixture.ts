import type { Browser, Page } from 'playwright-core'
import { expect } from 'vitest'
import { until } from '../../apps/server/src/testing/until.ts'
import { type ApiClient, createApiClient } from '../api/api-client.ts'
import { launchBrowser, openWorkspace } from '../browser/console-browser.ts'
import { lineOf, waiting } from '../pages/telephone-bar.ts'
import { aDataDir, type RunningServer, startServer } from '../servers/running-server.ts'
import { aKamailioEnvironment, type KamailioEnvironment, postgresSocketOf } from './kamailio-environment.ts'
import { bugPage } from './page-sound.ts'
import { aTelephone, type Telephone } from './trunk-telephones.ts'

/** The number of the demo's taxi company. */
export const LINE = '0700001000'
/** A call without sound has less energy than this. */
export const AUDIBLE = 0.001
/** The fake microphone beeps once a second. */
export const LOUD = 200

/** A server with a real exchange: Kamailio and rtpengine, and one telephone on the other side of the trunk. */
export interface TrunkFixture extends AsyncDisposable {
  environment: KamailioEnvironment
  server: RunningServer
  /** A client of the API as the dispatcher. */
  api: ApiClient
  telephone: Telephone
  /** Status of the telephone in the server's health check. */
  sign(): Promise<string | undefined>
  /** A dispatcher's page with a registered phone, whose sound the test can read; the first call opens the browser. */
  openPhone(email?: string): Promise<Page>
  /** The telephone calls the company, and F1 on the page answers. */
  answerOn(page: Page): Promise<void>
}

interface FixtureOptions {
  /** The telephone's number (E.164). */
  caller: string
  recordsCalls?: boolean
  /** Returns the fingerprint of the certificate that the browser trusts. */
  trusts?: (environment: KamailioEnvironment) => string
  /** More variables of the server, for programs that run beside it. */
  envOf?: (environment: KamailioEnvironment) => Promise<Record<string, string>>
}

/** If the fixture cannot be completed, everything that was started is stopped. */
export async function createTrunkFixture(options: FixtureOptions): Promise<TrunkFixture> {
  const begun: AsyncDisposable[] = []
  try {
    return await freeSpace(options, begun)
  } catch (error) {
    await endAll(begun).catch(() => undefined)
    throw error
  }
}

/** `begun` collects what has to be stopped with the fixture, also when it is not completed. */
async function freeSpace(
  { caller, recordsCalls = false, trusts, envOf }: FixtureOptions,
  begun: AsyncDisposable[],
): Promise<TrunkFixture> {
  const toEnd = <T extends AsyncDisposable>(one: T): T => {
    begun.push(one)
    return one
  }
  const dataDir = toEnd(aDataDir())
  const environment = toEnd(await aKamailioEnvironment(() => postgresSocketOf(dataDir.path), { recordsCalls }))
  const trusted = trusts?.(environment)
  const env = { DEMO: 'on', ...environment.env, ...(await envOf?.(environment)) }
  const server = toEnd(await startServer({ dataDir, env }))
  const sign = async () => ((await (await fetch(`${server.url}/ready`)).json()) as { telephone?: string }).telephone
  expect(await sign()).toBe('degraded')
  await environment.startKamailio()
  await until('the server has found Kamailio', async () => (await sign()) === 'ok')
  const api = await createApiClient(server.url, 'dispecer@demo.ro')
  let browser: Browser | null = null
  const telephone = aTelephone(environment, caller)
  const openPhone = async (email = 'dispecer@demo.ro') => {
    browser ??= toEnd(await launchBrowser({ withTelephone: true, trusted }))
    const { context, page } = await openWorkspace(browser, { address: server.url, email })
    await bugPage(context)
    await page.goto('/operator/order/0')
    await page.getByRole('button', { name: 'Telefon: înregistrat' }).waitFor()
    return page
  }
  const answerOn = async (page: Page) => {
    await telephone.dial(LINE)
    await waiting(page).first().waitFor()
    await page.keyboard.press('F1')
    await lineOf(page, caller).getByText('în convorbire').waitFor()
  }
  return {
    environment,
    server,
    api,
    telephone,
    sign,
    openPhone,
    answerOn,
    [Symbol.asyncDispose]: () => endAll(begun),
  }
}

/** Stops in the reverse order of starting; a failing stop does not prevent the others. */
async function endAll(begun: AsyncDisposable[]): Promise<void> {
  const one = begun.pop()
  if (!one) return
  try {
    await one[Symbol.asyncDispose]()
  } finally {
    await endAll(begun)
  }
}
