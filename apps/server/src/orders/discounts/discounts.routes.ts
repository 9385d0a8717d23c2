import * as contract from '@dispecerat/contract/orders/discounts'
import { baniFromRon } from '@dispecerat/domain/kernel/money'
import { serviceOfPackage } from '@dispecerat/domain/orders/goods'
import type { FastifyInstance } from 'fastify'
import { chosenCompany, findCompany } from '../../identity/companies/companies.public.ts'
import type { Scope } from '../../platform/db/actor.ts'
import { mapRows, sendTable, streamRows } from '../../platform/exports/exports.public.ts'
import { mount, mountForm } from '../../platform/http/mount.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { createDiscount, deleteDiscount, editDiscount, restoreDiscount } from './discounts.commands.ts'
import { type DiscountFilter, discountExport, discountFromRow, discountPage, discountView } from './discounts.views.ts'
import { DISCOUNT_COLUMNS, discountRow } from './discounts-table.ts'
import { clientIdOf, orderDiscountRequest, previewOf } from './preview.views.ts'

export function discountsRoutes(http: FastifyInstance, server: Server): void {
  const { db } = server
  const view = async (scope: Scope, id: number) => ({ data: await discountView(db, scope, id) })

  mount(http, server, contract.listDiscounts, ({ actor, query: { page, per_page: perPage, ...filter } }) =>
    discountPage(db, actor.scope, filter as DiscountFilter, { page, perPage }),
  )
  mount(http, server, contract.exportDiscounts, ({ actor, body: { format, ...filter }, reply }) => {
    const found = streamRows(db, discountExport(actor.scope, filter as DiscountFilter))
    const rows = mapRows(found, (row) => discountRow(discountFromRow(row)))
    return sendTable(reply, { format, fileName: 'reduceri', columns: DISCOUNT_COLUMNS, rows })
  })
  mount(http, server, contract.previewOrderDiscounts, async ({ actor, query }) => ({
    data: await previewOf(db, await orderDiscountRequest(db, actor.scope, query.order_id)),
  }))
  mount(http, server, contract.previewDiscounts, async ({ actor, body }) => ({
    data: await preview(server, actor.scope, body),
  }))
  mount(http, server, contract.readDiscount, ({ actor, params }) => view(actor.scope, params.id))
  mountForm(http, server, contract.createDiscount, async ({ actor, body }) => {
    const { id } = await createDiscount(server, actor, body)
    return view(actor.scope, id)
  })
  mountForm(http, server, contract.editDiscount, async ({ actor, params, body, version }) => {
    await editDiscount(server, actor, params.id, { change: body, version })
    return view(actor.scope, params.id)
  })
  mount(http, server, contract.deleteDiscount, async ({ actor, params }) => {
    await deleteDiscount(server, actor, params.id)
    return { ok: true as const }
  })
  mount(http, server, contract.restoreDiscount, async ({ actor, params }) => {
    await restoreDiscount(server, actor, params.id)
    return view(actor.scope, params.id)
  })
}

/** Preview for an order that is being typed; missing fields are taken from the named order. */
async function preview({ db, clock }: Server, scope: Scope, typed: Typed) {
  if (typed.order_id !== undefined) {
    const order = await orderDiscountRequest(db, scope, typed.order_id)
    const cost = typed.cost === undefined || typed.cost === null ? order.costBani : baniFromRon(typed.cost)
    const [promoCode, discountId] = [typed.promo_code ?? order.promoCode, typed.discount_id ?? order.discountId]
    return previewOf(db, { ...order, costBani: cost, promoCode, discountId })
  }
  const companyId = await chosenCompany(db, scope, typed.company_id)
  const company = await findCompany(db, companyId)
  return previewOf(db, {
    companyId,
    clientId: await clientIdOf(db, companyId, typed.client_phone ?? null),
    serviceId: typed.service_id ?? serviceOfPackage(company?.packageId ?? 1),
    costBani: typed.cost === undefined || typed.cost === null ? null : baniFromRon(typed.cost),
    protocolUserId: typed.protocol_user_id ?? null,
    promoCode: typed.promo_code ?? null,
    discountId: typed.discount_id ?? null,
    at: clock.now(),
  })
}

type Typed = import('@dispecerat/contract/kernel/endpoint').BodyOf<typeof contract.previewDiscounts>
