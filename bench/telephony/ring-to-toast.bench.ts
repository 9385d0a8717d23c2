import type { Page } from 'playwright-core'
import { createApiClient } from '../../e2e/api/api-client.ts'
import { launchBrowser, openWorkspace } from '../../e2e/browser/console-browser.ts'
import { startServer } from '../../e2e/servers/running-server.ts'
import { openSoundCallers, type SoundCallers } from '../../e2e/telephone/sound-callers.ts'
import { type Bench, type BenchRow, percentile } from '../measure.ts'

const CALLS = 40
const WARM_UP = 5
const TIMEOUT_MS = 20_000
/** `ring` seems immediate to a person; `answer` and `talk` are the design's limits from the key press. */
const LIMITS_MS = { ring: 300, answer: 200, talk: 500 }

interface Times {
  ring: number[]
  answer: number[]
  draft: number[]
  talk: number[]
}

/**
 * A caller with audio, from dialling to the dispatcher's page, and from the key press to the address field; real SIP, real audio, a real
 * page.
 */
export const bench: Bench = {
  name: 'ring-to-toast',
  run: async () => {
    await using server = await startServer({ env: { DEMO: 'on', LOG_LEVEL: 'warn' } })
    const browser = await launchBrowser({ withTelephone: true })
    try {
      const callers = await openSoundCallers(browser, server.url, await createApiClient(server.url, 'manager@demo.ro'))
      const { page } = await openWorkspace(browser, { address: server.url })
      await page.addInitScript(NOTE_TOASTS)
      await page.goto('/operator/order/0')
      await page.getByRole('button', { name: 'Telefon: înregistrat' }).waitFor()
      await calls(page, callers, 0, WARM_UP)
      const times = await calls(page, callers, WARM_UP, CALLS)
      return {
        title: 'A caller with a voice, from the dial to hands on the address',
        growsWith: 'the number of phones that ring together; the past of the company costs nothing.',
        rows: [
          row('dial → the toast of the desk, p99', times.ring, LIMITS_MS.ring),
          row('key → his form, hands on the address, p99', times.answer, LIMITS_MS.answer),
          row('key → the caller’s phone is connected, p99', times.talk, LIMITS_MS.talk),
        ],
        notes: [
          `p50: ${[times.ring, times.answer, times.talk].map((one) => `${percentile(one, 0.5).toFixed(0)} ms`).join(', ')}`,
          `the draft’s id is in the address ${percentile(times.draft, 0.5).toFixed(0)} ms after the key (p50; p99 ${percentile(times.draft, 0.99).toFixed(0)} ms)`,
          `${CALLS} calls one after another; caller and dispatcher are two pages of one browser beside the server`,
        ],
      }
    } finally {
      await browser.close()
    }
  },
}

function row(what: string, samples: number[], limit: number): BenchRow {
  return { what, unit: 'ms', ours: percentile(samples, 0.99), peer: limit, peerName: 'limit', better: 'lower' }
}

/** Records when the incoming-call toast is drawn. */
const NOTE_TOASTS = `
  globalThis.toldAt = 0
  new MutationObserver(() => {
    const isThere = document.querySelector('.incoming') !== null
    if (!isThere) globalThis.toldAt = 0
    else if (globalThis.toldAt === 0) globalThis.toldAt = performance.timeOrigin + performance.now()
  }).observe(document, { childList: true, subtree: true })`

const now = () => performance.timeOrigin + performance.now()

async function calls(page: Page, callers: SoundCallers, from: number, count: number): Promise<Times> {
  const times: Times = { ring: [], answer: [], draft: [], talk: [] }
  let before = '/operator/order/0'
  for (let n = from; n < from + count; n++) {
    const phone = `+4077${String(1_000_000 + n)}`
    const rangAt = now()
    await callers.ring(phone)
    times.ring.push((await seen(page, 'toldAt')) - rangAt)

    await page.evaluate('performance.clearMeasures()')
    const pressedAt = now()
    await page.keyboard.press('F1')
    while ((await callers.stateOf(phone)) !== 'talking') await page.waitForTimeout(2)
    times.talk.push(now() - pressedAt)
    times.answer.push(await seen(page, `performance.getEntriesByName('answer-to-address')[0]?.duration`))
    // A caller who hangs up before the server has accepted the call gets no draft, so the draft is awaited first.
    await seen(page, `${path} !== '${before}' && ${focused}`)
    times.draft.push(now() - pressedAt)
    before = await page.evaluate(path)
    await callers.hangUp(phone)
    await seen(page, `document.querySelector('.calls-active li') === null && toldAt === 0`)
  }
  return times
}

/** The page's path, and whether an address field has the focus. */
const path = 'location.pathname'
const focused = `document.activeElement?.getAttribute('role') === 'combobox'`

/**
 * Resolves with the value of an expression once it is truthy. Polls from outside, because the page's content security policy forbids
 * polling inside it.
 */
async function seen(page: Page, expression: string): Promise<number> {
  const giveUpAt = now() + TIMEOUT_MS
  for (;;) {
    const value: unknown = await page.evaluate(expression)
    if (value) return Number(value)
    if (now() > giveUpAt) throw new Error(`the page never had ${expression}`)
    await page.waitForTimeout(2)
  }
}
