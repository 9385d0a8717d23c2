import { prettyPhone } from '@dispecerat/domain/phone'
import type { Page } from 'playwright-core'

/** Who rings, who talks and who waits, as a dispatcher's page shows them. */

const bar = (on: Page) => on.getByRole('toolbar', { name: 'Apeluri în așteptare' })

/** A button for each caller who rings, longest first. */
export const waiting = (on: Page) => bar(on).getByRole('button')
/** The dispatcher's own lines. */
export const lines = (on: Page) => on.getByRole('list', { name: 'Convorbiri' }).getByRole('listitem')
/** `phone`: E.164. */
export const lineOf = (on: Page, phone: string) => lines(on).filter({ hasText: prettyPhone(phone) })
/** Who rings longest, as the corner of the page tells him. */
export const corner = (on: Page) => on.getByRole('region', { name: 'Apel primit' })
