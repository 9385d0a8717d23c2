import * as contract from '@dispecerat/contract/billing/finance-history'
import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import type { FastifyInstance } from 'fastify'
import { chosenCompany } from '../../identity/companies/companies.public.ts'
import type { Actor } from '../../platform/db/actor.ts'
import { sendTable, streamRows } from '../../platform/exports/exports.public.ts'
import { FileAnswer } from '../../platform/http/file-answer.ts'
import { mount } from '../../platform/http/mount.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { payDrivers } from '../payments/pay-driver.ts'
import { paymentRunsOf, paymentRunView } from '../payments/payment-runs.views.ts'
import { paymentPage, paymentRows, paymentsOfOrders, paymentView } from '../payments/payments.views.ts'
import { stopPaymentRun } from '../payments/stop-payment-run.ts'
import { periodOf } from './finance-period.ts'
import { historyPage, historyRows, historyView, moveView } from './history.views.ts'
import { reportRows, totalsOf } from './report.views.ts'
import { reverseTransaction } from './reverse-transaction.ts'
import { readStatement, statementRows } from './statement.views.ts'
import { statementPdf } from './statement-pdf.ts'
import { HISTORY_COLUMNS, inRomanian, PAYMENT_COLUMNS, REPORT_COLUMNS } from './table-labels.ts'

export function historyRoutes(http: FastifyInstance, server: Server): void {
  const { db } = server
  mount(http, server, contract.listFinanceHistory, ({ actor, query }) => {
    const { page, per_page: perPage, ...filter } = query
    return historyPage(db, actor.scope, filter, { page, perPage })
  })
  mount(http, server, contract.exportFinanceHistory, ({ actor, query, reply }) => {
    const { format, ...filter } = query
    const rows = inRomanian(streamRows(db, historyRows(actor.scope, filter)), historyView)
    return sendTable(reply, { format, fileName: 'miscari_sold', columns: HISTORY_COLUMNS, rows })
  })
  mount(http, server, contract.reverseTransaction, async ({ actor, params, body }) => {
    const input = { transactionId: params.id, note: body.note ?? null }
    const { transactionId } = await reverseTransaction(server, actor, input)
    return { data: await moveView(db, transactionId) }
  })
  reportRoutes(http, server)
  paymentRoutes(http, server)
  statementRoutes(http, server)
}

function reportRoutes(http: FastifyInstance, server: Server): void {
  const { db } = server
  const report = async (
    actor: Actor,
    query: { date_from: string; date_to: string; company_id?: CompanyId | undefined; group: contract.FinanceGroup },
  ) => {
    const { company_id: requested, group } = query
    const companyId = requested === undefined ? null : await chosenCompany(db, actor.scope, requested)
    return reportRows(db, actor.scope, { companyId, group, ...periodOf(query) })
  }
  mount(http, server, contract.readFinanceReport, async ({ actor, query }) => {
    const data = await report(actor, query)
    return { data, totals: totalsOf(data) }
  })
  mount(http, server, contract.exportFinanceReport, async ({ actor, query, reply }) => {
    const { format, group, sort } = query
    const rows = contract.sortedFinanceRows(await report(actor, query), sort)
    return sendTable(reply, { format, fileName: 'raport_financiar', columns: REPORT_COLUMNS[group], rows })
  })
}

function paymentRoutes(http: FastifyInstance, server: Server): void {
  const { db, clock } = server
  mount(http, server, contract.listDriverPayments, ({ actor, query }) => {
    const { page, per_page: perPage, ...filter } = query
    return paymentPage(db, actor.scope, filter, { page, perPage })
  })
  mount(http, server, contract.exportDriverPayments, ({ actor, query, reply }) => {
    const { format, ...filter } = query
    const rows = inRomanian(streamRows(db, paymentRows(actor.scope, filter)), paymentView)
    return sendTable(reply, { format, fileName: 'plati_soferi', columns: PAYMENT_COLUMNS, rows })
  })
  mount(http, server, contract.payOrder, async ({ actor, params, body }) => {
    const { orderIds } = await payDrivers(server, actor, { orderIds: [params.id], isPaid: body.is_paid })
    const [payment] = await paymentsOfOrders(db, orderIds)
    if (!payment) throw new Error('an order was paid and is not there')
    return { data: payment }
  })
  mount(http, server, contract.payOrders, async ({ actor, body }) => {
    const { orderIds } = await payDrivers(server, actor, { orderIds: body.order_ids, isPaid: body.is_paid })
    return { data: await paymentsOfOrders(db, orderIds) }
  })
  mount(http, server, contract.listPaymentRuns, async ({ actor }) => ({
    data: await paymentRunsOf(db, actor.scope, clock.now()),
  }))
  mount(http, server, contract.stopPaymentRun, async ({ actor, params }) => {
    const { runId } = await stopPaymentRun(server, actor, params.id)
    return { data: await paymentRunView(db, runId) }
  })
}

function statementRoutes(http: FastifyInstance, server: Server): void {
  const { db, clock } = server
  mount(http, server, contract.readStatement, async ({ actor, params, query, reply }) => {
    const period = periodOf(query)
    const statement = await readStatement(db, actor.scope, params.id, period)
    const fileName = `extras_${params.id}_${query.date_from.slice(0, 10)}`
    if (query.format === 'xlsx') {
      const rows = inRomanian(streamRows(db, statementRows(actor.scope, params.id, period)), historyView)
      return sendTable(reply, { format: 'xlsx', fileName, columns: HISTORY_COLUMNS, rows })
    }
    return new FileAnswer('application/pdf', statementPdf(statement, clock.now()), {
      'content-disposition': `attachment; filename="${fileName.replaceAll(/[^\w.-]/g, '_')}.pdf"`,
    })
  })
}
