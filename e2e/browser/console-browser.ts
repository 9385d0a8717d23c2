import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { logToasts } from '../pages/toasts.ts'

const HERE = path.dirname(fileURLToPath(import.meta.url))
const ROOT = path.resolve(HERE, '../..')

/** Uses two thirds of the CPU for the same pages, but has no loudspeakers to choose from. */
const SHELL = '/usr/bin/chromium-headless-shell'

const INSTALLED = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** CHROMIUM, else the machine's own Chrome or Chromium, else the one that playwright-core downloaded. */
export function browserPath(): string | undefined {
  return process.env.CHROMIUM ?? INSTALLED.find((file) => fs.existsSync(file))
}

/**
 * The first three load invisible pages of the browser's own in every window. The rest is what Playwright disables;
 * the switch replaces Playwright's list, so it has to be repeated (its chromiumSwitches.ts).
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

/** Maps need WebGL. Only for tests with maps: with software rendering every frame of every page takes longer. */
const MAPS_WITHOUT_A_GRAPHICS_CARD = [
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--disable-gpu-compositing',
]

/** A fake microphone that beeps, and calls between pages of one machine without a network. */
const TELEPHONE = [
  '--use-fake-ui-for-media-stream',
  '--use-fake-device-for-media-stream',
  '--autoplay-policy=no-user-gesture-required',
  '--allow-loopback-in-peer-connection',
]

/** A test page lives for seconds, too short for V8's optimising compilers to pay off. */
const WITHOUT_OPTIMISING = '--js-flags=--no-opt --no-maglev'

interface BrowserOptions {
  /** By default there is no WebGL, and a screen says that its map cannot be drawn. */
  drawsMaps?: boolean
  /** Real audio: a microphone, and permission to play sound. */
  withTelephone?: boolean
  /** Trusts a self-signed certificate: the SHA-256 of its key (SPKI) in base64. */
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

export interface WorkspaceOptions {
  address: string
  email?: string
  scheme?: 'light' | 'dark'
  size?: { width: number; height: number }
  /** Path of the first screen; by default the page is empty until the test navigates. */
  at?: string
  /** Prefetches the lazily loaded parts of the console as in production, so that they are there when the server is gone. */
  fetchesAhead?: boolean
}

/** Timeout of a page on a busy machine. */
const PAGE_TIMEOUT_MS = 45_000

export const WIDE = { width: 1440, height: 900 }
export const SMALL = { width: 1280, height: 720 }
export const PHONE = { width: 390, height: 844 }

const SAVE_DATA = "Object.defineProperty(navigator, 'connection', { value: { saveData: true } })"

/** A browser page of a logged-in user; keyboard.test.ts covers the login form. */
export async function openWorkspace(
  browser: Browser,
  options: WorkspaceOptions,
): Promise<{ context: BrowserContext; page: Page }> {
  const session = await openSession(options.address, options.email ?? 'dispecer@demo.ro')
  const context = await browser.newContext({
    storageState: { cookies: [], origins: [{ origin: options.address, localStorage: [session] }] },
    baseURL: options.address,
    locale: 'ro-RO',
    timezoneId: 'Europe/Bucharest',
    viewport: options.size ?? WIDE,
    colorScheme: options.scheme ?? 'light',
    // Without animations, positions do not change while a test reads them.
    reducedMotion: 'reduce',
  })
  context.setDefaultTimeout(PAGE_TIMEOUT_MS)
  // Prefetching a hundred parts that a test does not open takes a third of the load time.
  if (!options.fetchesAhead) await context.addInitScript(SAVE_DATA)
  await logToasts(context)
  const page = await context.newPage()
  page.on('pageerror', (error) => console.error('page error:', error.message))
  if (options.at) await page.goto(options.at)
  return { context, page }
}

/** A new session in the form in which the console stores it (apps/console/src/api/session.ts). */
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

/** Loads a page with `go` and waits until it receives live events; earlier events are not delivered. */
export async function liveAfter(page: Page, go: () => Promise<unknown>): Promise<void> {
  const isWelcome = page
    .waitForEvent('websocket', (socket) => new URL(socket.url()).pathname === '/ws')
    .then((socket) => socket.waitForEvent('framereceived', ({ payload }) => String(payload).includes('"ready"')))
  await Promise.all([isWelcome, go()])
}

const AXE = fs.readFileSync(path.join(ROOT, 'node_modules/axe-core/axe.min.js'), 'utf8')
const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Rules that a page may break in one colour scheme only. */
const COLOURS = ['color-contrast', 'link-in-text-block']

/** The WCAG rules that the page breaks now, each with its elements; empty when there are none. */
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
