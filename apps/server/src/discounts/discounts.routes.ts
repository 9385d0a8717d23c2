import * as contract from '@dispecerat/contract/discounts'
import { serviceOfPackage } from '@dispecerat/domain/goods'
import { baniFromRon } from '@dispecerat/domain/money'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { chosenCompany, findCompany } from '../companies/companies.public.ts'
import type { Scope } from '../db/caller.ts'
import { mapRows, sendTable, streamRows } from '../exports/exports.public.ts'
import { mount, mountForm } from '../http/mount.ts'
import type { Server } from '../server.ts'
import { createDiscount, deleteDiscount, editDiscount, restoreDiscount } from './change-discounts.ts'
import { type DiscountFilter, discountExport, discountFromRow, discountPage, discountView } from './discounts.views.ts'
import { DISCOUNT_COLUMNS, discountRow } from './discounts-table.ts'
import { askOfOrder, clientIdOf, previewOf } from './preview.views.ts'

export function discountsRoutes(http: FastifyInstance, server: Server): void {
  const { db } = server
  const view = async (scope: Scope, id: number) => ({ data: await discountView(db, scope, id) })

  mount(http, server, contract.listDiscounts, ({ caller, query: { page, per_page: perPage, ...filter } }) =>
    discountPage(db, caller.scope, filter as DiscountFilter, { page, perPage }),
  )
  mount(http, server, contract.exportDiscounts, ({ caller, body: { format, ...filter }, reply }) => {
    const found = streamRows(db, discountExport(caller.scope, filter as DiscountFilter))
    const rows = mapRows(found, (row) => discountRow(discountFromRow(row)))
    return sendTable(reply, { format, fileName: 'reduceri', columns: DISCOUNT_COLUMNS, rows })
  })
  mount(http, server, contract.previewOrderDiscounts, async ({ caller, query }) => ({
    data: await previewOf(db, await askOfOrder(db, caller.scope, query.order_id)),
  }))
  mount(http, server, contract.previewDiscounts, async ({ caller, body }) => ({
    data: await preview(server, caller.scope, body),
  }))
  mount(http, server, contract.readDiscount, ({ caller, params }) => view(caller.scope, params.id))
  mountForm(http, server, contract.createDiscount, async ({ caller, body }) => {
    const { discountId } = await createDiscount(server, caller, body)
    return view(caller.scope, discountId)
  })
  mountForm(http, server, contract.editDiscount, async ({ caller, params, body, request }) => {
    await editDiscount(server, caller, params.id, { change: body, version: versionOf(request) })
    return view(caller.scope, params.id)
  })
  mount(http, server, contract.deleteDiscount, async ({ caller, params }) => {
    await deleteDiscount(server, caller, params.id)
    return { ok: true as const }
  })
  mount(http, server, contract.restoreDiscount, async ({ caller, params }) => {
    await restoreDiscount(server, caller, params.id)
    return view(caller.scope, params.id)
  })
}

/** Of an order that is typed; what is not said is taken from the order named. */
async function preview({ db, clock }: Server, scope: Scope, typed: Typed) {
  if (typed.order_id !== undefined) {
    const order = await askOfOrder(db, scope, typed.order_id)
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

type Typed = import('@dispecerat/contract/endpoint').BodyOf<typeof contract.previewDiscounts>

/** The version an editor read. */
function versionOf(request: FastifyRequest): string | undefined {
  return request.headers['if-unmodified-since']?.trim() || undefined
}
