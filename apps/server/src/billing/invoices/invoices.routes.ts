import { listInvoiceDrafts } from '@dispecerat/contract/billing/invoice-drafts'
import * as filing from '@dispecerat/contract/billing/invoice-filing'
import * as billing from '@dispecerat/contract/billing/invoices'
import { bucharestDay } from '@dispecerat/domain/kernel/bucharest-day'
import type { FastifyInstance } from 'fastify'
import type { Actor } from '../../platform/db/actor.ts'
import { mapRows, sendTable, streamRows } from '../../platform/exports/exports.public.ts'
import { mount, mountForm } from '../../platform/http/mount.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { INVOICE_COLUMNS, invoiceRow } from '../protocol/protocol-tables.ts'
import { correctInvoice } from './correct-invoice.ts'
import { fileInvoice } from './file-invoice.ts'
import { invoiceDetail } from './invoice-detail.views.ts'
import { draftsOf } from './invoice-drafts.views.ts'
import { invoiceFile } from './invoice-file.ts'
import { invoiceExport, invoiceFromRow, invoicePage, invoiceView, numberedDocument } from './invoices.views.ts'
import { issueInvoice } from './issue-invoice.ts'
import { payInvoice, reversePayment } from './pay-invoice.ts'

/** Invoices of protocol accounts: drafts, issuing, payments, credit notes. */
export function invoiceRoutes(http: FastifyInstance, server: Server): void {
  const { db, clock } = server
  const today = () => bucharestDay(clock.now())
  mount(http, server, listInvoiceDrafts, async ({ actor, query }) => ({
    data: await draftsOf(db, actor.scope, query.company_id),
  }))
  mount(http, server, billing.issueInvoice, async ({ actor, params, body }) => {
    const { invoiceId } = await issueInvoice(server, actor, params.id, body.month)
    return { data: await invoiceView(db, actor.scope, invoiceId, today()) }
  })
  mount(http, server, billing.listInvoices, ({ actor, query: { page, per_page: perPage, ...filter } }) =>
    invoicePage(db, actor.scope, filter, { page, perPage, today: today() }),
  )
  mount(http, server, billing.exportInvoices, ({ actor, body: { format, ...filter }, reply }) => {
    const day = today()
    const found = streamRows(db, invoiceExport(actor.scope, filter, day))
    const rows = mapRows(found, (row) => invoiceRow(invoiceFromRow(row, day)))
    return sendTable(reply, { format, fileName: 'facturi', columns: INVOICE_COLUMNS, rows })
  })
  mount(http, server, billing.readInvoice, async ({ actor, params }) => ({
    data: await invoiceDetail(db, actor.scope, params.id, today()),
  }))
  const file = async (actor: Actor, id: number, format: 'pdf' | 'xml') =>
    invoiceFile(await numberedDocument(db, actor.scope, id), format, clock.now())
  mount(http, server, billing.readInvoicePdf, ({ actor, params }) => file(actor, params.id, 'pdf'))
  mount(http, server, billing.readInvoiceXml, ({ actor, params }) => file(actor, params.id, 'xml'))
  mount(http, server, filing.fileInvoice, async ({ actor, params }) => {
    const { invoiceId } = await fileInvoice(server, actor, params.id)
    return { data: await invoiceView(db, actor.scope, invoiceId, today()) }
  })
  mountForm(http, server, billing.correctInvoice, async ({ actor, params, body }) => {
    const { invoiceId } = await correctInvoice(server, actor, params.id, body)
    return { data: await invoiceView(db, actor.scope, invoiceId, today()) }
  })
  mountForm(http, server, billing.payInvoice, async ({ actor, params, body }) => {
    const { invoiceId } = await payInvoice(server, actor, params.id, body)
    return { data: await invoiceDetail(db, actor.scope, invoiceId, today()) }
  })
  mount(http, server, billing.reversePayment, async ({ actor, params: { id, paymentId }, body }) => {
    const { invoiceId } = await reversePayment(server, actor, { invoiceId: id, paymentId, reason: body.reason })
    return { data: await invoiceDetail(db, actor.scope, invoiceId, today()) }
  })
}
