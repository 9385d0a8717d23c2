import { ronFromBani } from '@dispecerat/domain/kernel/money'
import { SYSTEM } from '../../platform/db/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { record } from '../../platform/db/event-log.ts'
import { write } from '../../platform/db/write.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { queueMail } from '../../platform/outbox/outbox.public.ts'
import { type DueMonth, insertDraft, type MadeDraft, officeAddresses } from './invoice-drafts.store.ts'

/**
 * Creates the draft of a month that came due and notifies the company, once, whichever server polls first. Issues nothing; a month without
 * orders is recorded without a mail.
 */
export async function makeDraft(server: Server, due: DueMonth): Promise<void> {
  await write(server, SYSTEM, async (tx) => {
    const now = server.clock.now()
    const draft = await insertDraft(tx, due, now)
    if (draft === null || draft.orders === 0) return
    await notifyOffice(tx, { ...due, ...draft }, now)
    const data = { company_id: due.companyId, account_id: due.accountId, month: due.month }
    await record(tx, [{ event: 'invoice_draft_made', toCompanies: [due.companyId], data }], now)
  })
}

/** Mails the company's billing address, or its administrators. */
async function notifyOffice(tx: Tx, draft: DueMonth & MadeDraft, now: Date): Promise<void> {
  const { companyId, accountName, accountId, orders, chargedBani } = draft
  const month = draft.month.split('-').reverse().join('.')
  const subject = `Factură de emis: ${accountName ?? accountId}, ${month}`
  const sum = ronFromBani(chargedBani).toFixed(2).replace('.', ',')
  const text = [
    'A venit ziua de facturare din contract.',
    '',
    `Companie protocol: ${accountName ?? accountId}`,
    `Luna: ${month}`,
    `Comenzi nefacturate: ${orders}, în total ${sum} RON`,
    '',
    'Factura nu a fost emisă. O găsiți ca ciornă la Financiar → Facturi protocol; verificați luna și apăsați Emite factura.',
  ].join('\n')
  for (const to of await officeAddresses(tx, companyId)) await queueMail(tx, { companyId, to, subject, text }, now)
}
