import * as contract from '@dispecerat/contract/billing/protocol'
import * as billing from '@dispecerat/contract/billing/statements'
import { DomainError } from '@dispecerat/domain/kernel/errors'
import { NO_USER, type UserId } from '@dispecerat/domain/kernel/ids'
import type { FastifyInstance } from 'fastify'
import { chosenCompany } from '../../identity/companies/companies.public.ts'
import { mapRows, sendTable, streamRows, type TableColumn } from '../../platform/exports/exports.public.ts'
import { FileAnswer } from '../../platform/http/file-answer.ts'
import { mount, mountForm } from '../../platform/http/mount.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { invoiceRoutes } from '../invoices/invoices.routes.ts'
import { versionedProfile } from './billing-profile.store.ts'
import { contractExport, contractFromRow, contractPage, contractView } from './contracts.views.ts'
import { editContract } from './edit-contract.ts'
import { ownAccountRoutes } from './own-account.routes.ts'
import { CONTRACT_COLUMNS, contractRow } from './protocol-tables.ts'
import { saveBillingProfile } from './save-billing-profile.ts'
import { contractOf, type StatementAccount, statementOf, statementOrder, statementRows } from './statement.views.ts'
import { accountStatementPdf } from './statement-pdf.ts'

const COLUMNS: readonly TableColumn[] = [
  { key: 'finished_at', label: 'Încheiată', kind: 'time' },
  { key: 'order_id', label: 'Comanda', kind: 'number' },
  { key: 'service', label: 'Serviciu' },
  { key: 'pickup', label: 'Preluare' },
  { key: 'destination', label: 'Destinație' },
  { key: 'passenger', label: 'Pasager' },
  { key: 'cost', label: 'Cost (RON)', kind: 'ron' },
  { key: 'discount', label: 'Reducere (RON)', kind: 'ron' },
  { key: 'charged', label: 'De plată (RON)', kind: 'ron' },
]

/** Protocol accounts: contracts, months, invoices. */
export function protocolRoutes(http: FastifyInstance, server: Server): void {
  contractRoutes(http, server)
  statementRoutes(http, server)
  invoiceRoutes(http, server)
  ownAccountRoutes(http, server)
}

function contractRoutes(http: FastifyInstance, server: Server): void {
  const { db, clock } = server
  mount(http, server, contract.listContracts, ({ actor, query: { page, per_page: perPage, ...filter } }) =>
    contractPage(db, actor.scope, filter, { page, perPage, now: clock.now() }),
  )
  mount(http, server, contract.exportContracts, ({ actor, body: { format, ...filter }, reply }) => {
    const found = streamRows(db, contractExport(actor.scope, filter, clock.now()))
    const rows = mapRows(found, (row) => contractRow(contractFromRow(row)))
    return sendTable(reply, { format, fileName: 'contracte', columns: CONTRACT_COLUMNS, rows })
  })
  mount(http, server, contract.readContract, async ({ actor, params }) => ({
    data: await contractView(db, actor.scope, params.id, clock.now()),
  }))
  mountForm(http, server, contract.editContract, async ({ actor, params, body, version }) => {
    await editContract(server, actor, params.id, { change: body, version })
    return { data: await contractView(db, actor.scope, params.id, clock.now()) }
  })
  mount(http, server, contract.readBillingProfile, async ({ actor, query }) => {
    const { profile, version } = await versionedProfile(db, await chosenCompany(db, actor.scope, query.company_id))
    return { data: profile, version }
  })
  mountForm(http, server, contract.saveBillingProfile, async ({ actor, body, version }) => {
    const { companyId } = await saveBillingProfile(server, actor, { typed: body, version })
    const saved = await versionedProfile(db, companyId)
    if (!saved.profile) throw new Error('a profile was saved and is not there')
    return { data: saved.profile, version: saved.version }
  })
}

function statementRoutes(http: FastifyInstance, server: Server): void {
  const { db, clock } = server
  const file = async (
    account: StatementAccount,
    { month, format }: { month: string; format: 'pdf' | 'xlsx' },
    reply: Parameters<typeof sendTable>[0],
  ) => {
    const fileName = `situatie_${account.accountId}_${month}`
    if (format === 'xlsx') {
      const rows = inRomanian(streamRows(db, statementRows(account, month)))
      return sendTable(reply, { format, fileName, columns: COLUMNS, rows })
    }
    const statement = await statementOf(db, account, month, clock.now())
    return new FileAnswer('application/pdf', accountStatementPdf(statement, clock.now()), {
      'content-disposition': `attachment; filename="${fileName}.pdf"`,
    })
  }
  mount(http, server, billing.readAccountStatement, async ({ actor, params, query }) => ({
    data: await statementOf(db, await contractOf(db, actor.scope, params.id), query.month, clock.now()),
  }))
  mount(http, server, billing.fileAccountStatement, async ({ actor, params, query, reply }) =>
    file(await contractOf(db, actor.scope, params.id), query, reply),
  )
  mount(http, server, billing.readOwnStatement, async ({ actor, query }) => ({
    data: await statementOf(db, await ownContract(server, actor), query.month, clock.now()),
  }))
  mount(http, server, billing.fileOwnStatement, async ({ actor, query, reply }) =>
    file(await ownContract(server, actor), query, reply),
  )
}

/** The actor's own account; `account.no_contract`. */
async function ownContract({ db }: Server, caller: { userId: UserId | null; scope: Parameters<typeof contractOf>[1] }) {
  try {
    return await contractOf(db, caller.scope, caller.userId ?? NO_USER)
  } catch (error) {
    throw error instanceof DomainError ? new DomainError('account.no_contract') : error
  }
}

async function* inRomanian(rows: AsyncIterable<Parameters<typeof statementOrder>[0]>) {
  for await (const row of rows) yield statementOrder(row)
}
