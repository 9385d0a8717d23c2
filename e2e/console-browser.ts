import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { logToasts } from './toasts.ts'

const HERE = path.dirname(fileURLToPath(import.meta.url))
const ROOT = path.resolve(HERE, '..')

/** Draws the same pages for two thirds of the processor's time, but knows no loudspeakers to choose from. */
const SHELL = '/usr/bin/chromium-headless-shell'

const INSTALLED = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** CHROMIUM, else the machine's own Chrome or Chromium, else what playwright-core downloaded. */
export function browserPath(): string | undefined {
  return process.env.CHROMIUM ?? INSTALLED.find((file) => fs.existsSync(file))
}

/**
 * The first three make every window load pages of the browser's own, which nobody sees here; the rest is what Playwright switches
 * off, and has to be said again with them (its chromiumSwitches.ts).
 */
const SWITCHED_OFF = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
]

/** Maps need WebGL; drawn by the processor, every frame of every page takes longer. */
const MAPS_WITHOUT_A_GRAPHICS_CARD = [
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--disable-gpu-compositing',
]

/** A microphone that beeps, and calls between pages of one machine without a network. */
const TELEPHONE = [
  '--use-fake-ui-for-media-stream',
  '--use-fake-device-for-media-stream',
  '--autoplay-policy=no-user-gesture-required',
  '--allow-loopback-in-peer-connection',
]

/** A page of a test lives for seconds: what V8 spends on optimising its code never comes back. */
const WITHOUT_OPTIMISING = '--js-flags=--no-opt --no-maglev'

interface BrowserOptions {
  /** By default there is no WebGL, and a screen says that its map cannot be drawn. */
  drawsMaps?: boolean
  /** Real audio: a microphone, and sound that may play. */
  withTelephone?: boolean
  /** A certificate that is believed though nobody vouches for it: the SHA-256 of its key (SPKI) in base64. */
  trusted?: string | undefined
}

export function launchBrowser({
  drawsMaps = false,
  withTelephone = false,
  trusted,
}: BrowserOptions = {}): Promise<Browser> {
  return chromium.launch({
    executablePath: !withTelephone && fs.existsSync(SHELL) ? SHELL : browserPath(),
    args: [
      '--no-sandbox',
      '--disable-dev-shm-usage',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--disable-quic',
      `--disable-features=${SWITCHED_OFF.join(',')}`,
      ...(drawsMaps ? MAPS_WITHOUT_A_GRAPHICS_CARD : ['--disable-gpu', '--disable-3d-apis']),
      ...(withTelephone ? TELEPHONE : []),
      ...(trusted === undefined ? [] : [`--ignore-certificate-errors-spki-list=${trusted}`]),
      WITHOUT_OPTIMISING,
      '--font-render-hinting=none',
    ],
  })
}

export interface DeskOptions {
  address: string
  email?: string
  scheme?: 'light' | 'dark'
  size?: { width: number; height: number }
  /** The path of the screen to begin with; by default the page is empty until the test goes somewhere. */
  at?: string
  /** Fetches the parts of the console that a page will need, as at work: they are there when the server is gone. */
  fetchesAhead?: boolean
}

/** How long a page is waited for on a busy machine. */
const PAGE_TIMEOUT_MS = 45_000

export const WIDE = { width: 1440, height: 900 }
export const SMALL = { width: 1280, height: 720 }
export const PHONE = { width: 390, height: 844 }

const SAVE_DATA = "Object.defineProperty(navigator, 'connection', { value: { saveData: true } })"

/** A browser of somebody who is logged in; the form is tried in keyboard.test.ts. */
export async function openWorkspace(
  browser: Browser,
  options: DeskOptions,
): Promise<{ context: BrowserContext; page: Page }> {
  const session = await openSession(options.address, options.email ?? 'dispecer@demo.ro')
  const context = await browser.newContext({
    storageState: { cookies: [], origins: [{ origin: options.address, localStorage: [session] }] },
    baseURL: options.address,
    locale: 'ro-RO',
    timezoneId: 'Europe/Bucharest',
    viewport: options.size ?? WIDE,
    colorScheme: options.scheme ?? 'light',
    // Nothing is on its way from one place to another when a test looks.
    reducedMotion: 'reduce',
  })
  context.setDefaultTimeout(PAGE_TIMEOUT_MS)
  // A hundred parts that a test does not open cost a third of loading a page.
  if (!options.fetchesAhead) await context.addInitScript(SAVE_DATA)
  await logToasts(context)
  const page = await context.newPage()
  page.on('pageerror', (error) => console.error('page error:', error.message))
  if (options.at) await page.goto(options.at)
  return { context, page }
}

/** A new session as the console keeps it (apps/console/src/api/session.ts). */
async function openSession(address: string, email: string): Promise<{ name: string; value: string }> {
  const answer = await fetch(`${address}/api/access-tokens`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'demo-parola' }),
  })
  if (!answer.ok) throw new Error(`${email} was not let in: ${await answer.text()}`)
  const { token, user } = (await answer.json()) as { token: string; user: { id: number } }
  return { name: 'dispecerat.session', value: JSON.stringify({ token, userId: user.id }) }
}

/** Waits until what happens in the house is pushed to the page that `go` loads: what happened before is told to nobody. */
export async function liveAfter(page: Page, go: () => Promise<unknown>): Promise<void> {
  const isWelcome = page
    .waitForEvent('websocket', (socket) => new URL(socket.url()).pathname === '/ws')
    .then((socket) => socket.waitForEvent('framereceived', ({ payload }) => String(payload).includes('"ready"')))
  await Promise.all([isWelcome, go()])
}

const AXE = fs.readFileSync(path.join(ROOT, 'node_modules/axe-core/axe.min.js'), 'utf8')
const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** What the same page may break in one colour scheme and not in the other. */
const COLOURS = ['color-contrast', 'link-in-text-block']

/** The WCAG rules the page breaks now, each with the elements that break it; empty is the only good answer. */
export async function axeFindings(page: Page, which: 'all' | 'colours' = 'all'): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE)
  const runOnly = which === 'all' ? { type: 'tag', values: WCAG } : { type: 'rule', values: COLOURS }
  return page.evaluate(async (only) => {
    const axe = (globalThis as unknown as { axe: { run(o: unknown): Promise<{ violations: AxeViolation[] }> } }).axe
    interface AxeViolation {
      id: string
      nodes: { target: string[]; failureSummary?: string }[]
    }
    const { violations } = await axe.run({ runOnly: only, resultTypes: ['violations'] })
    return violations.flatMap((v) => v.nodes.map((n) => `${v.id}: ${n.target.join(' ')} ${n.failureSummary ?? ''}`))
  }, runOnly)
}
