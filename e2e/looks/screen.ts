import type { Page } from 'playwright-core'
import type { DemoFixture } from './demo-fixture.ts'

export const DISPATCHER = 'dispecer@demo.ro'
export const COLLEAGUE = 'dispecer2@demo.ro'
export const MANAGER = 'manager@demo.ro'
export const PLATFORM_ADMIN = 'admin@demo.ro'
export const NOBODY = 'nobody'

/** Steps that open a state of the screen, by role and visible text; the last one waits for it. */
export type Open = (page: Page, demo: DemoFixture) => Promise<unknown>

/** One address, and the states of its screen that are checked. */
export interface Screen {
  /** E-mail of the logged-in account, or NOBODY. */
  who: string
  /** The path; a function where an id is part of it or rows have to be made first. */
  at: string | ((demo: DemoFixture) => Promise<string>)
  /** By name of the picture, in the order in which they follow one another on the page. */
  states: Record<string, Open>
  /** Needs WebGL. */
  needsMap?: boolean
  /** Checked at the size of a phone too. */
  isForPhones?: boolean
  /** Runs before the page is loaded, e.g. to block requests. */
  before?: (page: Page) => Promise<unknown>
}
