import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { ROOT } from './setup.mjs'

const KNOWN_PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/** The browser for programs that run browser tests; exits with a message when there is none. */
export async function findBrowserOrExit() {
  const browser = await findBrowser()
  if (browser) return browser
  console.error(
    'The browser tests need Chromium or Chrome: install one (Debian: apt-get install chromium) or set CHROMIUM to its path.',
  )
  process.exit(1)
}

/**
 * The browser that the tests drive: CHROMIUM, an installed one, or Playwright's own (downloaded as a last resort); undefined when there is
 * none.
 */
async function findBrowser() {
  if (process.env.CHROMIUM) {
    if (fs.existsSync(process.env.CHROMIUM)) return process.env.CHROMIUM
    console.error(`CHROMIUM names ${process.env.CHROMIUM}, and there is no such file.`)
    return undefined
  }
  const installed = KNOWN_PLACES.find((file) => fs.existsSync(file))
  if (installed) return installed

  const { chromium } = await import('playwright-core')
  if (fs.existsSync(chromium.executablePath())) return chromium.executablePath()
  console.log("No browser found: fetching Playwright's Chromium …")
  spawnSync(process.execPath, [path.join(ROOT, 'node_modules/playwright-core/cli.js'), 'install', 'chromium'], {
    cwd: ROOT,
    stdio: 'inherit',
  })
  return fs.existsSync(chromium.executablePath()) ? chromium.executablePath() : undefined
}
