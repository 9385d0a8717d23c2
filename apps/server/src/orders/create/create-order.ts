import { NewOrder } from '@dispecerat/contract/orders/order-shapes'
import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { CompanyId, OrderId } from '@dispecerat/domain/kernel/ids'
import { fromWireTime } from '@dispecerat/domain/kernel/wire-time'
import { type Departure, planDeparture } from '@dispecerat/domain/orders/departure'
import type { PromiseProblem } from '@dispecerat/domain/orders/lead'
import { companyOfActor, findCompany, requireActive } from '../../identity/companies/companies.public.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { record } from '../../platform/db/event-log.ts'
import { write } from '../../platform/db/write.ts'
import { checkAll, needs } from '../../platform/http/check-all.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import type { CompanyClient } from '../clients/clients.public.ts'
import { requestedDeparture } from '../delivery/order-goods.ts'
import { keepDiscount } from '../discounts/discounts.public.ts'
import { discountOfOrder } from '../fare/discount-of-order.ts'
import { asTyped, orderingAccount } from '../fare/protocol-account.store.ts'
import { newOrderEvents } from '../order-events.ts'
import type { NewHistory } from '../order-history.store.ts'
import { rememberPlaces } from '../places/remember-places.ts'
import { doubtFor } from './doubt-for.ts'
import { requireCapacityForOrder } from './open-orders-of-client.store.ts'
import { clientOf } from './order-client.ts'
import { DISCOUNTED_BY, inputOf, inputProblems, inputRules, type OrderInput, toColumns } from './order-input.ts'
import { insertOrder, numberOrder, placingFacts } from './order-placing.store.ts'

/**
 * Places an order and requests its search, or stores a draft. `metres` is its road distance, where known. `doubt`: why its departure cannot
 * be promised, for the company's own staff.
 */
export async function createOrder(
  server: Server,
  actor: Actor,
  typed: NewOrder,
  metres: number | null = null,
): Promise<{ orderId: OrderId; doubt: PromiseProblem | null }> {
  return write(server, actor, async (tx) => {
    const now = server.clock.now()
    const checked = await validatedInput(tx, actor, typed, { metres, now })
    const { input, companyId, account, orderInput, facts } = checked
    const [{ departureAt, startAt }, { client, discount }] = await checkAll(
      actor,
      () => departureOf(typed, checked, now),
      () => clientAndDiscount(tx, actor, typed, checked, now),
      ...inputRules(typed, checked.problems),
    )
    const { clientPhone: phone } = orderInput
    const isByClient = actor.kind === 'client'
    const state = input.draft ? 'new' : startAt ? 'pending' : 'created'
    const clientId = client?.id ?? null

    const columns = {
      ...toColumns(orderInput, account ? null : client && isByClient ? withNote(client, orderInput) : client),
      state,
      createdByCompanyId: companyId,
      clientId,
      discountConditionId: discount?.id ?? null,
      dispatcherId: account || isByClient ? null : actor.userId,
      orderedByAccountId: account?.userId ?? null,
      departureTime: departureAt,
      estimatedCostBani: facts.estimatedCostBani,
      startAt: input.draft ? null : startAt,
      leadSource: input.draft || !startAt ? null : facts.lead.source,
      placedAt: input.draft ? null : now,
    } as const
    const history: Omit<NewHistory, 'orderId'>[] = [{ at: now, type: 'created', by: actor }]
    if (!input.draft) history.push({ at: now, type: 'placed', by: actor, data: { state } })
    const orderId = await insertOrder(tx, { columns, places: orderInput.places, history, now })
    if (discount) await keepDiscount(tx, { orderId, clientId, discount, now })

    if (!input.draft) await rememberPlaces(tx, { companyId, phone, userId: clientId }, orderInput.places, now)
    if (state === 'created')
      await server.domainEvents.emit(tx, 'order.search_wanted', { orderId, now, isNewOrder: true })
    if (!input.draft) await numberOrder(tx, orderId, companyId, now)
    await record(
      tx,
      newOrderEvents({
        id: orderId,
        state,
        createdByCompanyId: companyId,
        protocolUserId: orderInput.protocolUserId,
        sendToOtherCompany: orderInput.sendToOtherCompany,
        searchCompanyIds: orderInput.searchCompanyIds,
      }),
      now,
    )
    return { orderId, doubt: input.draft ? null : doubtFor(actor, facts, { departureAt, now }) }
  })
}

type ValidatedInput = Awaited<ReturnType<typeof validatedInput>>

/** The order as it would be placed, with its problems by wire field. */
async function validatedInput(
  tx: Tx,
  actor: Actor,
  typed: NewOrder,
  { metres, now }: { metres: number | null; now: Date },
) {
  const input = actor.isDryRun ? { ...NewOrder.parse({}), ...typed } : typed
  const companyId = await companyOf(tx, actor)
  const company = input.draft ? await findCompany(tx, companyId) : await requireActive(tx, companyId, now)
  const account = await orderingAccount(tx, actor, companyId)
  const orderInput = inputOf(input, { packageId: company?.packageId ?? 0, account })
  const departure = input.departure_time ? fromWireTime(input.departure_time) : null
  const requested = requestedDeparture(departure, input.prep_minutes, now)
  const facts = await placingFacts(tx, { companyId, actor, leavesAt: requested, metres }, orderInput, now)
  const problems = asTyped(inputProblems(orderInput, facts, !input.draft), account)
  return { input, companyId, account, orderInput, requested, facts, problems }
}

function departureOf(typed: NewOrder, { requested, facts }: ValidatedInput, now: Date): Departure {
  needs(typed, 'departure_time', 'prep_minutes')
  return planDeparture(requested, now, facts.lead.minutes)
}

/** Finds or creates the client, and chooses the discount, which depends on the whole order. */
async function clientAndDiscount(tx: Tx, actor: Actor, typed: NewOrder, checked: ValidatedInput, now: Date) {
  needs(typed, 'draft', ...DISCOUNTED_BY)
  const { input, companyId, account, orderInput, facts } = checked
  const { clientPhone: phone } = orderInput
  // Notes about a client belong to the company; an account or a client only writes on the order itself.
  const isByClient = actor.kind === 'client'
  const about = account || isByClient ? null : orderInput.aboutClient
  const name = orderInput.clientName ?? orderInput.name
  const client = phone === null ? null : await clientOf(tx, facts.client, { phone, companyId, name, about }, now)
  if (isByClient && client) await requireCapacityForOrder(tx, { companyId, clientId: client.id })
  if (input.draft) return { client, discount: null }
  const { departureAt } = departureOf(typed, checked, now)
  const placed = { companyId, clientId: client?.id ?? null, orderInput, facts, departureAt }
  return { client, discount: await discountOfOrder(tx, actor, input, placed) }
}

/** The client's own note replaces the company's notes on the order. */
function withNote(client: CompanyClient, { aboutClient }: OrderInput): CompanyClient {
  return { ...client, about: aboutClient ?? client.about }
}

/** The company that receives the order: the actor's first. */
async function companyOf(tx: Tx, actor: Actor): Promise<CompanyId> {
  const company = await companyOfActor(tx, actor)
  if (company === null) throw new DomainError('company.unknown')
  return company
}
