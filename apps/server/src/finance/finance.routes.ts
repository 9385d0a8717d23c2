import * as contract from '@dispecerat/contract/finances'
import type { FastifyInstance } from 'fastify'
import { chosenCompany } from '../companies/companies.public.ts'
import { sendTable, streamRows } from '../exports/exports.public.ts'
import { mount, mountForm } from '../http/mount.ts'
import { versionRead } from '../http/version-read.ts'
import type { Server } from '../server.ts'
import { balancePage, balanceRows, balanceView } from './balances.views.ts'
import { changeFinanceSettings } from './change-finance-settings.ts'
import { checkLedger } from './check-ledger.ts'
import { lastCheck } from './finance-checks.store.ts'
import { historyRoutes } from './finance-history.routes.ts'
import { moveView } from './history.views.ts'
import { transferBetween, transferDiscount, transferMoney } from './move-money.ts'
import { settingsView, summaryView } from './summary.views.ts'
import { BALANCE_COLUMNS, inWords } from './table-words.ts'

export function financeRoutes(http: FastifyInstance, server: Server): void {
  const { db, clock } = server
  historyRoutes(http, server)

  mount(http, server, contract.readFinanceSummary, async ({ caller, query }) => ({
    data: await summaryView(db, await chosenCompany(db, caller.scope, query.company_id), clock.now()),
  }))
  mount(http, server, contract.readFinanceSettings, async ({ caller, query }) => ({
    data: await settingsView(db, await chosenCompany(db, caller.scope, query.company_id)),
  }))
  mountForm(http, server, contract.changeFinanceSettings, async ({ caller, body, request }) => {
    const asked = { change: body, version: versionRead(request) }
    const { companyId } = await changeFinanceSettings(server, caller, asked)
    return { data: await settingsView(db, companyId) }
  })
  mount(http, server, contract.checkLedger, async ({ caller, body }) => {
    const companyId = await chosenCompany(db, caller.scope, body.company_id)
    await checkLedger(server, companyId)
    const check = await lastCheck(db, companyId)
    if (!check) throw new Error('a ledger was added up and nothing was kept')
    return { data: check }
  })

  mount(http, server, contract.listBalances, ({ caller, query }) => {
    const { page, per_page: perPage, ...filter } = query
    return balancePage(db, caller.scope, filter, { page, perPage })
  })
  mount(http, server, contract.exportBalances, ({ caller, body, reply }) => {
    const { format, ...filter } = body
    const rows = inWords(streamRows(db, balanceRows(caller.scope, filter)), balanceView)
    return sendTable(reply, { format, fileName: 'solduri', columns: BALANCE_COLUMNS, rows })
  })

  mount(http, server, contract.transferMoney, async ({ caller, body }) => {
    const { transactionId } = await transferMoney(server, caller, body)
    return { data: await moveView(db, transactionId) }
  })
  mountForm(http, server, contract.transferBetween, async ({ caller, body }) => {
    const { transactionId } = await transferBetween(server, caller, body)
    return { data: await moveView(db, transactionId) }
  })
  mount(http, server, contract.transferDiscount, async ({ caller, body }) => {
    const { transactionId } = await transferDiscount(server, caller, body)
    return { data: await moveView(db, transactionId) }
  })
}
