import type { NewOrder } from '@dispecerat/contract/order-shapes'
import { planDeparture } from '@dispecerat/domain/departure'
import { DomainError } from '@dispecerat/domain/errors'
import type { CompanyId, OrderId } from '@dispecerat/domain/ids'
import { fromWireTime } from '@dispecerat/domain/wire-time'
import { companyOfCaller, findCompany, requireActive } from '../companies/companies.public.ts'
import type { Caller } from '../db/caller.ts'
import type { Tx } from '../db/database.ts'
import { record } from '../db/event-log.ts'
import { write } from '../db/write.ts'
import { keepDiscount } from '../discounts/discounts.public.ts'
import type { Server } from '../server.ts'
import { discountOfOrder } from './discount-of-order.ts'
import { clientOf } from './order-client.ts'
import { newOrderEvents } from './order-events.ts'
import { wishedDeparture } from './order-goods.ts'
import type { NewHistory } from './order-history.store.ts'
import { insertOrder, numberOrder } from './order-placing.store.ts'
import { columnsOfWish, refuse, wishOf, wishProblems } from './order-wish.ts'
import { placingFacts } from './placing-facts.store.ts'
import { accountDesk, asTyped } from './protocol-account.store.ts'
import { rememberPlaces } from './remember-places.ts'

/** Places an order and asks for its search, or keeps a draft. `metres` is its road, where somebody has looked at it. */
export async function createOrder(
  server: Server,
  caller: Caller,
  input: NewOrder,
  metres: number | null = null,
): Promise<{ orderId: OrderId }> {
  return write(server, caller, async (tx) => {
    const now = server.clock.now()
    const companyId = await companyOf(tx, caller)
    const company = input.draft ? await findCompany(tx, companyId) : await requireActive(tx, companyId, now)
    const account = await accountDesk(tx, caller, companyId)
    const wish = wishOf(input, { packageId: company?.packageId ?? 0, account })
    const typed = input.departure_time ? fromWireTime(input.departure_time) : null
    const wished = wishedDeparture(typed, input.prep_minutes, now)
    const facts = await placingFacts(tx, { companyId, caller, leavesAt: wished, metres }, wish, now)
    refuse(asTyped(wishProblems(wish, facts, !input.draft), account))

    const { departureAt, startAt } = planDeparture(wished, now, wish.leadMinutes ?? facts.leadMinutes)
    const { clientPhone: phone } = wish
    const about = account ? null : wish.aboutClient
    const name = wish.clientName ?? wish.name
    const client = phone === null ? null : await clientOf(tx, facts.client, { phone, companyId, name, about }, now)
    const state = input.draft ? 'new' : startAt ? 'pending' : 'created'
    const clientId = client?.id ?? null
    const placed = { companyId, clientId, wish, facts, departureAt }
    const kept = input.draft ? null : await discountOfOrder(tx, caller, input, placed)

    const columns = {
      ...columnsOfWish(wish, account ? null : client),
      state,
      createdByCompanyId: companyId,
      clientId,
      discountConditionId: kept?.id ?? null,
      dispatcherId: account || caller.kind === 'client' ? null : caller.userId,
      orderedByAccountId: account?.userId ?? null,
      departureTime: departureAt,
      estimatedCostBani: facts.estimatedCostBani,
      startAt: input.draft ? null : startAt,
      placedAt: input.draft ? null : now,
    } as const
    const history: Omit<NewHistory, 'orderId'>[] = [{ at: now, type: 'created', by: caller }]
    if (!input.draft) history.push({ at: now, type: 'placed', by: caller, data: { state } })
    const orderId = await insertOrder(tx, { columns, places: wish.places, history, now })
    if (kept) await keepDiscount(tx, { orderId, clientId, kept, now })

    if (!input.draft) await rememberPlaces(tx, { companyId, phone, userId: clientId }, wish.places, now)
    if (state === 'created') await server.trade.tell(tx, 'order.search_wanted', { orderId, now, isNewOrder: true })
    if (!input.draft) await numberOrder(tx, orderId, companyId, now)
    await record(
      tx,
      newOrderEvents({
        ...{ id: orderId, state, createdByCompanyId: companyId, protocolUserId: wish.protocolUserId },
        ...{ sendToOtherCompany: wish.sendToOtherCompany, searchCompanyIds: wish.searchCompanyIds },
      }),
      now,
    )
    return { orderId }
  })
}

/** The company an order comes to: the caller's first. */
async function companyOf(tx: Tx, caller: Caller): Promise<CompanyId> {
  const company = await companyOfCaller(tx, caller)
  if (company === null) throw new DomainError('company.unknown')
  return company
}
