import { afterAll, afterEach, beforeAll, describe, test } from 'vitest'
import { WIDE } from '../browser/console-browser.ts'
import { looksRightOn } from '../browser/looks-right.ts'
import { type DemoFixture, startDemoFixture } from './demo-fixture.ts'
import type { Screen } from './screen.ts'

/** Timeouts on a busy machine: to load the page, and for each of its states. */
const PAGE_MS = 90_000
const STATE_MS = 60_000

/** One test for each screen of these areas, all on one server. */
export function checkScreens(areas: Record<string, readonly Screen[]>): void {
  let demo: DemoFixture

  beforeAll(async () => {
    demo = await startDemoFixture()
  })

  afterEach(() => demo?.cleanUp())

  afterAll(() => demo?.[Symbol.asyncDispose]())

  describe.each(Object.entries(areas))('%s: nothing is cut off and no WCAG rule is broken', (_area, screens) => {
    for (const screen of screens) {
      const names = Object.keys(screen.states)
      test(names.join(', '), () => checkScreen(demo, screen), PAGE_MS + STATE_MS * names.length)
    }
  })
}

async function checkScreen(demo: DemoFixture, screen: Screen): Promise<void> {
  const { who, needsMap, at, before, states, isForPhones = false } = screen
  const path = typeof at === 'string' ? at : await at(demo)
  const page = await demo.page({ who, needsMap })
  await before?.(page)
  await page.goto(path)
  for (const [index, [name, open]] of Object.entries(states).entries()) {
    await page.setViewportSize(WIDE)
    await open(page, demo)
    // Begins with the scheme that the previous state left, because a change of scheme restyles the whole page.
    await looksRightOn(page, name, { isForPhones, schemes: index % 2 === 0 ? ['light', 'dark'] : ['dark', 'light'] })
  }
}
