import { DomainError } from '@dispecerat/domain/kernel/errors'
import { isVerifiedCui } from '../../identity/companies/companies.public.ts'
import type { Actor } from '../../platform/db/actor.ts'
import { write } from '../../platform/db/write.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { queueFiling } from '../filings/filings.public.ts'
import { efacturaFileName, efacturaXml } from './efactura-xml.ts'
import { readInvoice } from './invoices.store.ts'
import { numberedDocument } from './invoices.views.ts'

/** Queues an invoice or a credit note for RO e-Factura, once. Throws `invoice.unknown`, `invoice.cui_unproved`. */
export async function fileInvoice(server: Server, actor: Actor, invoiceId: number): Promise<{ invoiceId: number }> {
  return write(server, actor, async (tx) => {
    const invoice = await readInvoice(tx, actor.scope, invoiceId)
    if (!invoice) throw new DomainError('invoice.unknown')
    const document = await numberedDocument(tx, actor.scope, invoiceId)
    const { companyId, kind } = invoice
    const { cui } = document.document.seller
    if (!(await isVerifiedCui(tx, companyId, cui))) throw new DomainError('invoice.cui_unproved')
    const filing = {
      kind: 'efactura' as const,
      companyId,
      invoiceId,
      day: null,
      cif: cui,
      format: kind === 'invoice' ? ('UBL' as const) : ('CN' as const),
      fileName: efacturaFileName(document.number),
      content: efacturaXml(document),
    }
    await queueFiling(tx, actor, filing, server.clock.now())
    return { invoiceId }
  })
}
