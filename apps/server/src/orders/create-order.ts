import type { NewOrder } from '@dispecerat/contract/order-shapes'
import { planDeparture } from '@dispecerat/domain/departure'
import { DomainError } from '@dispecerat/domain/errors'
import type { CompanyId, OrderId } from '@dispecerat/domain/ids'
import { fromWireTime } from '@dispecerat/domain/wire-time'
import { requireActive } from '../companies/companies.public.ts'
import type { Caller } from '../db/caller.ts'
import type { Tx } from '../db/database.ts'
import { record } from '../db/event-log.ts'
import { write } from '../db/write.ts'
import type { Server } from '../server.ts'
import { clientOf } from './order-client.ts'
import { newOrderEvents } from './order-events.ts'
import type { NewHistory } from './order-history.store.ts'
import { insertOrder, numberOrder } from './order-placing.store.ts'
import { columnsOfWish, refuse, wishOf, wishProblems } from './order-wish.ts'
import { firstCompanyOf, placingFacts } from './placing-facts.store.ts'
import { rememberPlaces } from './remember-places.ts'

/** Places an order and asks for its search, or keeps a draft. */
export async function createOrder(server: Server, caller: Caller, input: NewOrder): Promise<{ orderId: OrderId }> {
  return write(server, caller, async (tx) => {
    const now = server.clock.now()
    const companyId = await companyOf(tx, caller)
    if (!input.draft) await requireActive(tx, companyId, now)
    const wish = wishOf(input, caller)
    const facts = await placingFacts(tx, { companyId, caller }, wish, now)
    refuse(wishProblems(wish, facts, !input.draft))

    const wished = input.departure_time ? fromWireTime(input.departure_time) : null
    const { departureAt, startAt } = planDeparture(wished, now, facts.leadMinutes)
    const { clientPhone: phone, aboutClient: about } = wish
    const name = wish.clientName ?? wish.name
    const client = phone === null ? null : await clientOf(tx, facts.client, { phone, companyId, name, about }, now)
    const state = input.draft ? 'new' : startAt ? 'pending' : 'created'

    const columns = {
      ...columnsOfWish(wish, client),
      state,
      createdByCompanyId: companyId,
      clientId: client?.id ?? null,
      dispatcherId: caller.kind === 'client' ? null : caller.userId,
      departureTime: departureAt,
      startAt: input.draft ? null : startAt,
      placedAt: input.draft ? null : now,
    } as const
    const history: Omit<NewHistory, 'orderId'>[] = [{ at: now, type: 'created', by: caller }]
    if (!input.draft) history.push({ at: now, type: 'placed', by: caller, data: { state } })
    const orderId = await insertOrder(tx, { columns, places: wish.places, history, now })

    if (!input.draft) await rememberPlaces(tx, { companyId, phone, userId: client?.id ?? null }, wish.places, now)
    if (state === 'created') await server.trade.tell(tx, 'order.search_wanted', { orderId, now })
    if (!input.draft) await numberOrder(tx, orderId, companyId, now)
    await record(tx, newOrderEvents({ id: orderId, state, createdByCompanyId: companyId }), now)
    return { orderId }
  })
}

/** The company an order comes to: the caller's first. */
async function companyOf(tx: Tx, { scope, userId }: Caller): Promise<CompanyId> {
  const company = scope.companies === 'every' ? userId && (await firstCompanyOf(tx, userId)) : scope.companies[0]
  if (!company) throw new DomainError('company.unknown')
  return company as CompanyId
}
