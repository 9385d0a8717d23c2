import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { readOwnMeta } from '@dispecerat/contract/identity/accounts'
import type { Browser, Page } from 'playwright-core'
import type { ApiClient } from '../api/api-client.ts'

const HERE = path.dirname(fileURLToPath(import.meta.url))
const DIST = path.resolve(HERE, '../../apps/console/dist')
/** Plain JavaScript, because the browser runs the file unchanged. */
const IN_PAGE = fs.readFileSync(path.join(HERE, 'callers-in-page.js'), 'utf8')

/** The number of the demo's taxi company. */
const TAXI_LINE = '+40700001000'

export type Pickup = 'answers' | 'is busy' | 'lets it ring'

/** Callers in one page: each shows a number and hums a note of its own. */
export interface SoundCallers {
  /** Calls the taxi company; resolves when the exchange has received the call. */
  ring(from: string, hertz?: number): Promise<void>
  /** 'dialling', 'talking', 'held', 'ringing'; or how the call ended: 'busy', 'refused', 'noAnswer', 'givenUp', 'over'. */
  stateOf(from: string): Promise<string>
  /** True while the dispatcher holds the call, from the caller's side. */
  isHeld(from: string): Promise<boolean>
  hangUp(from: string): Promise<void>
  /** Sound received from the dispatcher within this time: bytes and energy. */
  hears(from: string, ms: number): Promise<Sound>
  /** Sets how former callers react when they are called back. */
  whenRungUp(how: Pickup): Promise<void>
}

export interface Sound {
  bytes: number
  energy: number
}

interface InPage {
  ring(from: string, hertz: number): void
  stateOf(from: string): string
  isHeld(from: string): boolean
  hangUp(from: string): void
  sound(from: string): Promise<Sound>
  whenRungUp(how: Pickup): void
  isRegistered: boolean
}
declare const callers: InPage

/** Opens the page, registered with the caller account of a user who may simulate callers. */
export async function openSoundCallers(browser: Browser, url: string, manager: ApiClient): Promise<SoundCallers> {
  const { data } = await manager.request(readOwnMeta)
  const meta = new Map(data.map(({ key, value }) => [key, value ?? '']))
  const account = {
    uri: meta.get('callerSipUrl') ?? '',
    password: meta.get('callerSipPassword') ?? '',
    ws: `${url.replace('http', 'ws')}/sip`,
    useUpdate: true,
  }
  const page = await (await browser.newContext({ baseURL: url })).newPage()
  page.on('pageerror', (error) => console.error('error in the page of the callers:', error.message))
  await page.goto('/health')
  const input = { account, library: libraryOfPhone(), line: TAXI_LINE }
  await page.evaluate(IN_PAGE)
  await page.evaluate(`liveInPage(${JSON.stringify(input)})`)
  await page.waitForFunction(() => callers.isRegistered)
  return {
    ring: async (from, hertz = 440) => {
      await page.evaluate(([who, note]) => callers.ring(who, note), [from, hertz] as const)
    },
    stateOf: (from) => page.evaluate((who) => callers.stateOf(who), from),
    isHeld: (from) => page.evaluate((who) => callers.isHeld(who), from),
    hangUp: (from) => page.evaluate((who) => callers.hangUp(who), from),
    hears: (from, ms) => receivedWithin(page, from, ms),
    whenRungUp: (how) => page.evaluate((what) => callers.whenRungUp(what), how),
  }
}

async function receivedWithin(page: Page, from: string, ms: number): Promise<Sound> {
  const before = await page.evaluate((who) => callers.sound(who), from)
  await page.waitForTimeout(ms)
  const after = await page.evaluate((who) => callers.sound(who), from)
  return { bytes: after.bytes - before.bytes, energy: after.energy - before.energy }
}

/** The console's own adapter of the SIP library, from the build. */
export function libraryOfPhone(): string {
  const manifest = JSON.parse(fs.readFileSync(path.join(DIST, '.vite/manifest.json'), 'utf8')) as Record<
    string,
    { file: string }
  >
  const chunk = manifest['src/telephony/sip/jssip-phone.ts']
  if (!chunk) throw new Error('the console is not built: npm run build')
  return `/${chunk.file}`
}
