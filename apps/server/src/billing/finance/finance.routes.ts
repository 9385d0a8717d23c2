import * as contract from '@dispecerat/contract/billing/finance'
import type { FastifyInstance } from 'fastify'
import { chosenCompany } from '../../identity/companies/companies.public.ts'
import { sendTable, streamRows } from '../../platform/exports/exports.public.ts'
import { mount, mountForm } from '../../platform/http/mount.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { balancePage, balanceRows, balanceView } from './balances.views.ts'
import { changeFinanceSettings } from './change-finance-settings.ts'
import { checkLedger } from './check-ledger.ts'
import { lastCheck } from './finance-checks.store.ts'
import { historyRoutes } from './finance-history.routes.ts'
import { moveView } from './history.views.ts'
import { transferBetween, transferDiscount, transferMoney } from './move-money.ts'
import { settingsView, summaryView } from './summary.views.ts'
import { BALANCE_COLUMNS, inRomanian } from './table-labels.ts'

export function financeRoutes(http: FastifyInstance, server: Server): void {
  const { db, clock } = server
  historyRoutes(http, server)

  mount(http, server, contract.readFinanceSummary, async ({ actor, query }) => ({
    data: await summaryView(db, await chosenCompany(db, actor.scope, query.company_id), clock.now()),
  }))
  mount(http, server, contract.readFinanceSettings, async ({ actor, query }) => ({
    data: await settingsView(db, await chosenCompany(db, actor.scope, query.company_id)),
  }))
  mountForm(http, server, contract.changeFinanceSettings, async ({ actor, body, version }) => {
    const input = { change: body, version }
    const { companyId } = await changeFinanceSettings(server, actor, input)
    return { data: await settingsView(db, companyId) }
  })
  mount(http, server, contract.checkLedger, async ({ actor, body }) => {
    const companyId = await chosenCompany(db, actor.scope, body.company_id)
    await checkLedger(server, companyId)
    const check = await lastCheck(db, companyId)
    if (!check) throw new Error('a ledger was added up and nothing was kept')
    return { data: check }
  })

  mount(http, server, contract.listBalances, ({ actor, query }) => {
    const { page, per_page: perPage, ...filter } = query
    return balancePage(db, actor.scope, filter, { page, perPage })
  })
  mount(http, server, contract.exportBalances, ({ actor, body, reply }) => {
    const { format, ...filter } = body
    const rows = inRomanian(streamRows(db, balanceRows(actor.scope, filter)), balanceView)
    return sendTable(reply, { format, fileName: 'solduri', columns: BALANCE_COLUMNS, rows })
  })

  mount(http, server, contract.transferMoney, async ({ actor, body }) => {
    const { transactionId } = await transferMoney(server, actor, body)
    return { data: await moveView(db, transactionId) }
  })
  mountForm(http, server, contract.transferBetween, async ({ actor, body }) => {
    const { transactionId } = await transferBetween(server, actor, body)
    return { data: await moveView(db, transactionId) }
  })
  mount(http, server, contract.transferDiscount, async ({ actor, body }) => {
    const { transactionId } = await transferDiscount(server, actor, body)
    return { data: await moveView(db, transactionId) }
  })
}
