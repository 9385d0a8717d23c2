import * as clients from '@dispecerat/contract/own-clients'
import * as money from '@dispecerat/contract/own-money'
import { bucharestDay } from '@dispecerat/domain/bucharest-day'
import { DomainError } from '@dispecerat/domain/errors'
import type { FastifyInstance } from 'fastify'
import type { Caller } from '../db/caller.ts'
import { mount, mountForm } from '../http/mount.ts'
import type { Server } from '../server.ts'
import { invoiceFile } from './invoice-file.ts'
import { readInvoice } from './invoices.store.ts'
import { invoicePage, numberedDocument } from './invoices.views.ts'
import { ownAccount } from './own-account.store.ts'
import { addOwnClient, editOwnClient, removeOwnClient, restoreOwnClient } from './own-clients.ts'
import { ownClientPage, ownClientView } from './own-clients.views.ts'
import { ownMonths } from './own-months.views.ts'

/** What a protocol account does for itself: its people, its months, its invoices. */
export function ownAccountRoutes(http: FastifyInstance, server: Server): void {
  mountClients(http, server)
  mountMoney(http, server)
}

function mountClients(http: FastifyInstance, server: Server): void {
  const { db } = server
  const one = async (caller: Caller, clientId: number) => {
    const data = await ownClientView(db, await ownAccount(db, caller), clientId)
    if (!data) throw new DomainError('user.unknown')
    return { data }
  }
  mount(http, server, clients.listOwnClients, async ({ caller, query: { search, page, per_page } }) =>
    ownClientPage(db, await ownAccount(db, caller), search, { page, perPage: per_page }),
  )
  mountForm(http, server, clients.addOwnClient, async ({ caller, body }) =>
    one(caller, (await addOwnClient(server, caller, body)).clientId),
  )
  mount(http, server, clients.editOwnClient, async ({ caller, params, body }) =>
    one(caller, (await editOwnClient(server, caller, params.id, body)).clientId),
  )
  mount(http, server, clients.removeOwnClient, async ({ caller, params }) => {
    await removeOwnClient(server, caller, params.id)
    return { ok: true as const }
  })
  mount(http, server, clients.restoreOwnClient, async ({ caller, params }) =>
    one(caller, (await restoreOwnClient(server, caller, params.id)).clientId),
  )
}

function mountMoney(http: FastifyInstance, server: Server): void {
  const { db, clock } = server
  mount(http, server, money.listOwnMonths, async ({ caller }) => ({
    data: await ownMonths(db, await ownAccount(db, caller), clock.now()),
  }))
  mount(http, server, money.listOwnInvoices, async ({ caller, query: { page, per_page: perPage } }) => {
    const { accountId, companyId } = await ownAccount(db, caller)
    const today = bucharestDay(clock.now())
    return invoicePage(db, caller.scope, { account_id: accountId, company_id: companyId }, { page, perPage, today })
  })
  mount(http, server, money.fileOwnInvoice, async ({ caller, params, query }) => {
    const invoice = await readInvoice(db, caller.scope, params.id)
    if (!invoice || invoice.accountId !== caller.userId) throw new DomainError('invoice.unknown')
    return invoiceFile(await numberedDocument(db, caller.scope, params.id), query.format, clock.now())
  })
}
