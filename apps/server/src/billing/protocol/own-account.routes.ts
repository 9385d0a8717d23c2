import * as clients from '@dispecerat/contract/billing/own-clients'
import * as money from '@dispecerat/contract/billing/own-money'
import { bucharestDay } from '@dispecerat/domain/kernel/bucharest-day'
import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { UserId } from '@dispecerat/domain/kernel/ids'
import type { FastifyInstance } from 'fastify'
import type { Actor } from '../../platform/db/actor.ts'
import { mount, mountForm } from '../../platform/http/mount.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { invoiceFile } from '../invoices/invoice-file.ts'
import { readInvoice } from '../invoices/invoices.store.ts'
import { invoicePage, numberedDocument } from '../invoices/invoices.views.ts'
import { ownAccount } from './own-account.store.ts'
import { addOwnClient, editOwnClient, removeOwnClient, restoreOwnClient } from './own-clients.ts'
import { ownClientPage, ownClientView } from './own-clients.views.ts'
import { ownMonths } from './own-months.views.ts'

/** Routes for a protocol account itself: its clients, its months, its invoices. */
export function ownAccountRoutes(http: FastifyInstance, server: Server): void {
  mountClients(http, server)
  mountMoney(http, server)
}

function mountClients(http: FastifyInstance, server: Server): void {
  const { db } = server
  const one = async (actor: Actor, clientId: UserId) => {
    const data = await ownClientView(db, await ownAccount(db, actor), clientId)
    if (!data) throw new DomainError('user.unknown')
    return { data }
  }
  mount(http, server, clients.listOwnClients, async ({ actor, query: { search, page, per_page } }) =>
    ownClientPage(db, await ownAccount(db, actor), search, { page, perPage: per_page }),
  )
  mountForm(http, server, clients.addOwnClient, async ({ actor, body }) =>
    one(actor, (await addOwnClient(server, actor, body)).clientId),
  )
  mount(http, server, clients.editOwnClient, async ({ actor, params, body }) =>
    one(actor, (await editOwnClient(server, actor, params.id, body)).clientId),
  )
  mount(http, server, clients.removeOwnClient, async ({ actor, params }) => {
    await removeOwnClient(server, actor, params.id)
    return { ok: true as const }
  })
  mount(http, server, clients.restoreOwnClient, async ({ actor, params }) =>
    one(actor, (await restoreOwnClient(server, actor, params.id)).clientId),
  )
}

function mountMoney(http: FastifyInstance, server: Server): void {
  const { db, clock } = server
  mount(http, server, money.listOwnMonths, async ({ actor }) => ({
    data: await ownMonths(db, await ownAccount(db, actor), clock.now()),
  }))
  mount(http, server, money.listOwnInvoices, async ({ actor, query: { page, per_page: perPage } }) => {
    const { accountId, companyId } = await ownAccount(db, actor)
    const today = bucharestDay(clock.now())
    return invoicePage(db, actor.scope, { account_id: accountId, company_id: companyId }, { page, perPage, today })
  })
  mount(http, server, money.fileOwnInvoice, async ({ actor, params, query }) => {
    const invoice = await readInvoice(db, actor.scope, params.id)
    if (!invoice || invoice.accountId !== actor.userId) throw new DomainError('invoice.unknown')
    return invoiceFile(await numberedDocument(db, actor.scope, params.id), query.format, clock.now())
  })
}
