import { prettyPhone } from '@dispecerat/domain/kernel/phone'
import type { Page } from 'playwright-core'

/** The callers and lines that a dispatcher's page shows. */

const bar = (on: Page) => on.getByRole('toolbar', { name: 'Apeluri în așteptare' })

/** A button for each ringing caller, the longest waiting first. */
export const waiting = (on: Page) => bar(on).getByRole('button')
/** The dispatcher's own lines. */
export const lines = (on: Page) => on.getByRole('list', { name: 'Convorbiri' }).getByRole('listitem')
/** `phone`: E.164. */
export const lineOf = (on: Page, phone: string) => lines(on).filter({ hasText: prettyPhone(phone) })
/** The toast with the longest waiting caller. */
export const corner = (on: Page) => on.getByRole('region', { name: 'Apel primit' })
