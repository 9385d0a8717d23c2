import type { BrowserContext, Page } from 'playwright-core'

/** The timeout of a page in `openWorkspace`. */
const TIMEOUT_MS = 45_000

interface ToastLog {
  /** The texts of the document's toasts, the oldest first; emptied when the page loads another document. */
  texts: string[]
  /** Number of texts that were read. */
  cursor: number
  onToast: () => void
}

const logs = new WeakMap<Page, ToastLog>()

/** Reports every loaded document, as null, and every text of every toast, also a changed one ("… (2)"). */
const REPORT_TOASTS = `
  if (window === window.top) {
    const report = window.reportToast
    const reported = new WeakMap()
    report(null)
    new MutationObserver(() => {
      for (const toast of document.getElementsByClassName('mantine-Notifications-notification')) {
        const text = toast.textContent
        if (reported.get(toast) === text) continue
        reported.set(toast, text)
        report(text)
      }
    }).observe(document, { childList: true, characterData: true, subtree: true })
  }
`

/** Logs the toasts of the pages of this context for `waitForToast`; call it before they are opened. */
export async function logToasts(context: BrowserContext): Promise<void> {
  await context.exposeBinding('reportToast', ({ page }, text: string | null) => {
    const log = logs.get(page)
    if (!log) return
    if (text === null) Object.assign(log, { texts: [], cursor: 0 })
    else log.texts.push(text)
    log.onToast()
  })
  await context.addInitScript(REPORT_TOASTS)
  context.on('page', (page) => logs.set(page, { texts: [], cursor: 0, onToast: () => undefined }))
}

/**
 * Waits for a toast whose text contains this, and returns the whole text. The log is read in order: only toasts of this document after
 * the last read one count. The toast may be closed already; it closes itself after 2 to 10 s.
 */
export async function waitForToast(page: Page, text: string | RegExp): Promise<string> {
  const log = logs.get(page)
  if (!log) throw new Error('logToasts comes before the page is opened')
  const fits = (shown: string) => (typeof text === 'string' ? shown.includes(text) : text.test(shown))
  return new Promise((resolve, reject) => {
    const timeout = setTimeout(() => {
      log.onToast = () => undefined
      const read = log.texts.slice(0, log.cursor)
      reject(
        new Error(
          `no toast says ${text}: read ${JSON.stringify(read)}, unread ${JSON.stringify(log.texts.slice(log.cursor))}`,
        ),
      )
    }, TIMEOUT_MS)
    log.onToast = () => {
      const found = log.texts.findIndex((shown, index) => index >= log.cursor && fits(shown))
      if (found < 0) return
      clearTimeout(timeout)
      log.onToast = () => undefined
      log.cursor = found + 1
      resolve(log.texts[found] ?? '')
    }
    log.onToast()
  })
}

const KEEP_TOASTS = `
  const kept = new Set()
  const keep = () => {
    for (const toast of document.getElementsByClassName('mantine-Notifications-notification')) {
      if (kept.has(toast)) continue
      kept.add(toast)
      toast.dispatchEvent(new MouseEvent('mouseover', { bubbles: true }))
    }
  }
  const observer = new MutationObserver(keep)
  observer.observe(document.body, { childList: true, subtree: true })
  keep()
  window.letToastsGo = () => {
    observer.disconnect()
    for (const toast of kept) toast.dispatchEvent(new MouseEvent('mouseout', { bubbles: true }))
  }
`

/**
 * From now on no toast of this document closes by itself: each gets a hover event, which stops its timer.
 * For tests that press a button in a toast or count toasts: a toast stays 2 to 10 s, and a busy machine may be too late.
 * Kept toasts cover what is below them: close them with `noToasts` before the next click there. Returns a function that lets them close
 * again.
 */
export async function keepToasts(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(`(() => {${KEEP_TOASTS}})()`)
  return () => page.evaluate('window.letToastsGo?.()')
}
