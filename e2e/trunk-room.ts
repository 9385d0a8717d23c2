import type { Browser, Page } from 'playwright-core'
import { expect } from 'vitest'
import { until } from '../apps/server/src/testing/until.ts'
import { type ApiDesk, apiDesk } from './api-desk.ts'
import { launchBrowser, openDesk } from './console-browser.ts'
import { bugPage } from './desk-ears.ts'
import { aKamailioStage, type KamailioStage, postgresSocketOf } from './kamailio-stage.ts'
import { aDataDir, type RunningServer, startServer } from './running-server.ts'
import { lineOf, waiting } from './telephone-bar.ts'
import { aTelephone, type Telephone } from './trunk-telephones.ts'

/** The taxi company of the demo, as it is dialled. */
export const LINE = '0700001000'
/** A call without sound has less energy than this. */
export const HEARD = 0.001
/** The fake microphone beeps once a second. */
export const LOUD = 200

/** A house with a real exchange beside it: Kamailio and rtpengine, and one telephone on the other side of the trunk. */
export interface TrunkRoom extends AsyncDisposable {
  stage: KamailioStage
  server: RunningServer
  /** As the dispatcher. */
  api: ApiDesk
  telephone: Telephone
  /** What the server says of its telephone. */
  sign(): Promise<string | undefined>
  /** A dispatcher's page, its phone registered, with ears for the test; a browser is opened with the first. */
  openPhone(email?: string): Promise<Page>
  /** The telephone rings the company, and F1 on the page takes the call. */
  answerOn(page: Page): Promise<void>
}

interface RoomOptions {
  /** The telephone's number (E.164). */
  caller: string
  recordsCalls?: boolean
  /** The mark of a certificate's key the browser is to believe. */
  trusts?: (stage: KamailioStage) => string
  /** More for the server, of what stands beside it. */
  envOf?: (stage: KamailioStage) => Promise<Record<string, string>>
}

/** A room that cannot be made whole leaves nothing running. */
export async function aTrunkRoom(options: RoomOptions): Promise<TrunkRoom> {
  const begun: AsyncDisposable[] = []
  try {
    return await makeRoom(options, begun)
  } catch (error) {
    await endAll(begun).catch(() => undefined)
    throw error
  }
}

/** `begun`: what ends with the room, and also when the room is not finished. */
async function makeRoom(
  { caller, recordsCalls = false, trusts, envOf }: RoomOptions,
  begun: AsyncDisposable[],
): Promise<TrunkRoom> {
  const toEnd = <T extends AsyncDisposable>(one: T): T => {
    begun.push(one)
    return one
  }
  const dataDir = toEnd(aDataDir())
  const stage = toEnd(await aKamailioStage(() => postgresSocketOf(dataDir.path), { recordsCalls }))
  const trusted = trusts?.(stage)
  const env = { DEMO: 'on', ...stage.env, ...(await envOf?.(stage)) }
  const server = toEnd(await startServer({ dataDir, env }))
  const sign = async () => ((await (await fetch(`${server.url}/ready`)).json()) as { telephone?: string }).telephone
  expect(await sign()).toBe('degraded')
  await stage.startKamailio()
  await until('the server has found Kamailio', async () => (await sign()) === 'ok')
  const api = await apiDesk(server.url, 'dispecer@demo.ro')
  let browser: Browser | null = null
  const telephone = aTelephone(stage, caller)
  const openPhone = async (email = 'dispecer@demo.ro') => {
    browser ??= toEnd(await launchBrowser({ withTelephone: true, trusted }))
    const { context, page } = await openDesk(browser, { address: server.url, email })
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
    ...{ stage, server, api, telephone, sign, openPhone, answerOn },
    [Symbol.asyncDispose]: () => endAll(begun),
  }
}

/** What was begun last ends first; one that does not end well keeps no other from its end. */
async function endAll(begun: AsyncDisposable[]): Promise<void> {
  const one = begun.pop()
  if (!one) return
  try {
    await one[Symbol.asyncDispose]()
  } finally {
    await endAll(begun)
  }
}
