import { NewOrder } from '@dispecerat/contract/order-shapes'
import { planDeparture } from '@dispecerat/domain/departure'
import { DomainError } from '@dispecerat/domain/errors'
import type { CompanyId, OrderId } from '@dispecerat/domain/ids'
import { fromWireTime } from '@dispecerat/domain/wire-time'
import type { CompanyClient } from '../clients/clients.public.ts'
import { companyOfCaller, findCompany, requireActive } from '../companies/companies.public.ts'
import type { Caller } from '../db/caller.ts'
import type { Tx } from '../db/database.ts'
import { record } from '../db/event-log.ts'
import { write } from '../db/write.ts'
import { keepDiscount } from '../discounts/discounts.public.ts'
import type { Server } from '../server.ts'
import { discountOfOrder } from './discount-of-order.ts'
import { requireRoomForOrder } from './open-orders-of-client.store.ts'
import { clientOf } from './order-client.ts'
import { newOrderEvents } from './order-events.ts'
import { wishedDeparture } from './order-goods.ts'
import type { NewHistory } from './order-history.store.ts'
import { insertOrder, numberOrder } from './order-placing.store.ts'
import { columnsOfWish, type OrderWish, refuse, wishOf, wishProblems } from './order-wish.ts'
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
    const { companyId, account, wish, wished, facts, problems } = await checkedWish(tx, caller, input, { metres, now })
    refuse(problems)

    const { departureAt, startAt } = planDeparture(wished, now, wish.leadMinutes ?? facts.leadMinutes)
    const { clientPhone: phone } = wish
    // Notes about a client are the company's; who orders for oneself writes on the order alone.
    const isByClient = caller.kind === 'client'
    const about = account || isByClient ? null : wish.aboutClient
    const name = wish.clientName ?? wish.name
    const client = phone === null ? null : await clientOf(tx, facts.client, { phone, companyId, name, about }, now)
    if (isByClient && client) await requireRoomForOrder(tx, { companyId, clientId: client.id })
    const state = input.draft ? 'new' : startAt ? 'pending' : 'created'
    const clientId = client?.id ?? null
    const placed = { companyId, clientId, wish, facts, departureAt }
    const kept = input.draft ? null : await discountOfOrder(tx, caller, input, placed)

    const columns = {
      ...columnsOfWish(wish, account ? null : client && isByClient ? withNote(client, wish) : client),
      state,
      createdByCompanyId: companyId,
      clientId,
      discountConditionId: kept?.id ?? null,
      dispatcherId: account || isByClient ? null : caller.userId,
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

/** What is wrong with the fields of an order whose shape is right, while those of `wrong` are not. */
export async function problemsOfSound(
  { db, clock }: Server,
  caller: Caller,
  sound: Partial<NewOrder>,
  wrong: ReadonlySet<string>,
): Promise<Record<string, string[]>> {
  const input = { ...NewOrder.parse({}), ...sound }
  const { problems } = await db
    .transaction()
    .execute((tx) => checkedWish(tx, caller, input, { metres: null, now: clock.now() }))
  const { phone, ...others } = problems
  // Either of the two phones would do: while one is wrong, none is missing.
  return phone === undefined || wrong.has('client_phone') ? others : problems
}

/** The order as it would be placed, and what is wrong with it by the field as it was typed. */
async function checkedWish(
  tx: Tx,
  caller: Caller,
  input: NewOrder,
  { metres, now }: { metres: number | null; now: Date },
) {
  const companyId = await companyOf(tx, caller)
  const company = input.draft ? await findCompany(tx, companyId) : await requireActive(tx, companyId, now)
  const account = await accountDesk(tx, caller, companyId)
  const wish = wishOf(input, { packageId: company?.packageId ?? 0, account })
  const typed = input.departure_time ? fromWireTime(input.departure_time) : null
  const wished = wishedDeparture(typed, input.prep_minutes, now)
  const facts = await placingFacts(tx, { companyId, caller, leavesAt: wished, metres }, wish, now)
  return {
    companyId,
    account,
    wish,
    wished,
    facts,
    problems: asTyped(wishProblems(wish, facts, !input.draft), account),
  }
}

/** What the client wrote stands on the order in place of what the company notes about the client. */
function withNote(client: CompanyClient, { aboutClient }: OrderWish): CompanyClient {
  return { ...client, about: aboutClient ?? client.about }
}

/** The company an order comes to: the caller's first. */
async function companyOf(tx: Tx, caller: Caller): Promise<CompanyId> {
  const company = await companyOfCaller(tx, caller)
  if (company === null) throw new DomainError('company.unknown')
  return company
}
