import fs from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { until } from '../../apps/server/src/testing/until.ts'
import { axeFindings, PHONE, SMALL, WIDE } from './console-browser.ts'
import { cutOff } from './whole-screen.ts'

/** Folder for pictures of every state; unset, none are taken. */
const pictures = process.env.SCREENSHOTS

const SETTLED = { timeoutMs: 15_000 }

interface ScreenCheckOptions {
  schemes?: ('light' | 'dark')[]
  /** A page that is read on a phone too. */
  isForPhones?: boolean
}

/** No WCAG finding in either scheme, and nothing cut off on any screen size. What is cut off does not depend on the scheme. */
export async function looksRightOn(
  page: Page,
  name: string,
  { schemes = ['light', 'dark'], isForPhones = false }: ScreenCheckOptions = {},
): Promise<void> {
  if (pictures) fs.mkdirSync(pictures, { recursive: true })
  const sizes = isForPhones ? [PHONE, WIDE, SMALL] : [WIDE, SMALL]
  const found: string[] = []
  for (const scheme of schemes) {
    await page.emulateMedia({ colorScheme: scheme })
    await page.locator(`html[data-mantine-color-scheme="${scheme}"]`).waitFor()
    const isFirst = scheme === schemes[0]
    for (const size of isFirst || pictures ? sizes : []) {
      await page.setViewportSize(size)
      if (isFirst) found.push(...(await stillCutOff(page)).map((line) => `${size.width}×${size.height}: ${line}`))
      if (pictures) await page.screenshot({ path: path.join(pictures, `${name}-${scheme}-${size.width}.png`) })
    }
    await coloursAtRest(page)
    found.push(...(await axeFindings(page, isFirst ? 'all' : 'colours')).map((line) => `${scheme}: ${line}`))
  }
  expect.soft(found, [name, ...found].join('\n')).toEqual([])
}

/** Waits for the end of colour transitions and fades, which belong to neither scheme. */
async function coloursAtRest(page: Page): Promise<void> {
  await page.evaluate(() => {
    const onTheirWay = document
      .getAnimations()
      .filter(
        ({ playState, effect }) => playState === 'running' && Number.isFinite(effect?.getComputedTiming().endTime),
      )
    return Promise.all(onTheirWay.map(({ finished }) => finished.catch(() => null))).then(() => undefined)
  })
}

/** Open popovers are positioned again a moment after the window was resized, later on a busy machine. */
async function stillCutOff(page: Page): Promise<string[]> {
  await framesDrawn(page)
  let found: string[] = []
  const isWhole = async () => {
    found = await cutOff(page)
    return found.length === 0
  }
  await until('nothing is cut off', isWhole, SETTLED).catch(() => undefined)
  return found
}

/** In the first frame the page learns its new size, the second one shows the result. */
async function framesDrawn(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  )
}
