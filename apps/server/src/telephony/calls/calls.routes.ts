import * as contract from '@dispecerat/contract/telephony/calls'
import * as missed from '@dispecerat/contract/telephony/missed-calls'
import { DomainError } from '@dispecerat/domain/kernel/errors'
import { asId, type CallId, type CompanyId } from '@dispecerat/domain/kernel/ids'
import type { FastifyInstance } from 'fastify'
import type { SimulatedTelephony } from '../../adapters/telephony/simulated-telephony.ts'
import { companyOfActor, findCompany } from '../../identity/companies/companies.public.ts'
import { clientView } from '../../orders/clients/clients.public.ts'
import { orderViews } from '../../orders/orders.public.ts'
import type { Actor } from '../../platform/db/actor.ts'
import { mount } from '../../platform/http/mount.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { awaitAnswer } from '../exchange/await-answer.ts'
import { canTakeCalls, type TelephonyContext } from '../exchange/telephony-context.ts'
import { dialPhone } from '../outgoing/dial-phone.ts'
import { attendantsOf } from '../sip-accounts/sip-accounts.store.ts'
import { acceptCall } from './accept-call.ts'
import { markCalledBack, unmarkCalledBack } from './call-back.ts'
import { findCall, findCallBySip } from './calls.store.ts'
import { callViewsOf, missedCallViews, openCallViews } from './calls.views.ts'
import { endCall } from './end-call.ts'
import { holdCall } from './hold-call.ts'
import { takeOverCall } from './take-over-call.ts'
import { transferCall } from './transfer-call.ts'
import { unholdCall } from './unhold-call.ts'

export function callsRoutes(http: FastifyInstance, server: Server, telephonyContext: TelephonyContext): void {
  const { db, clock } = server

  mount(http, server, contract.listCalls, async ({ actor, query }) => ({
    data: await openCallViews(db, actor.scope, query.state, clock.now()),
  }))

  mount(http, server, contract.acceptCall, async ({ actor, body, existed }) => {
    const exchangeReports = await awaitAnswer(server, actor, body.sip_caller_id, telephonyContext)
    const answered = {
      phone: body.phone_number,
      sipCallerId: body.sip_caller_id,
      orderId: body.order_id,
      exchangeReports,
    }
    const { callId, orderId, isNew } = await acceptCall(server, actor, answered)
    if (!isNew) existed()
    const call = await callOf(server, callId)
    const [[data], client] = await Promise.all([
      orderViews(db, actor.scope, [orderId]),
      clientView(db, { companies: [asId<CompanyId>(call.company_id)], ownUserId: null }, call.phone, clock.now()),
    ])
    if (!data) throw new DomainError('call.ended')
    return { data, call, client }
  })

  mount(http, server, contract.holdCall, async ({ actor, params }) => {
    const { callId } = await holdCall(server, actor, params.orderId)
    return { data: await callOf(server, callId) }
  })

  mount(http, server, contract.unholdCall, async ({ actor, params }) => {
    const { callId } = await unholdCall(server, actor, params.orderId)
    return { data: await callOf(server, callId) }
  })

  mount(http, server, contract.endCall, async ({ actor, body }) => {
    const ending = { phone: body.phone_number, reason: body.reason_type, text: body.reason_text || null }
    const { callId } = await endCall(server, actor, ending)
    return { data: await callOf(server, callId) }
  })
}

/** Routes for transferred calls, outgoing calls and missed calls. */
export function callRoutesOfDispatchers(
  http: FastifyInstance,
  server: Server,
  telephonyContext: TelephonyContext,
): void {
  const { db, clock } = server

  mount(http, server, contract.transferCall, async ({ actor, params, body }) => {
    const transfer = { orderId: params.orderId, toUserId: body.user_id, handsOver: body.hand_over_order }
    const { callId } = await transferCall(server, actor, transfer, telephonyContext)
    return { data: await callOf(server, callId) }
  })

  mount(http, server, contract.takeOverCall, async ({ actor, params, body }) => {
    const taking = { orderId: params.orderId, fromUserId: body.from_user_id }
    const { callId } = await takeOverCall(server, actor, taking, telephonyContext)
    return { data: await callOf(server, callId) }
  })

  mount(http, server, contract.listCallColleagues, async ({ actor }) => {
    await telephonyContext.telephony?.lookAround?.()
    const all = await attendantsOf(db, actor.scope.companies, clock.now())
    const colleagues = all
      .filter(({ userId }) => userId !== actor.userId)
      .map((one) => ({
        id: one.userId,
        name: one.name,
        is_reachable: canTakeCalls(telephonyContext, one),
        is_talking: one.isTalking,
      }))
    return { data: colleagues.toSorted((a, b) => Number(b.is_reachable) - Number(a.is_reachable)) }
  })

  mount(http, server, contract.dialPhone, async ({ actor, body }) => {
    const who = { phone: body.phone, driverId: body.driver_id, orderId: body.order_id }
    const { phone, orderId, driverId } = await dialPhone(server, actor, who)
    return { data: { phone, order_id: orderId, driver_id: driverId } }
  })

  mount(http, server, missed.listMissedCalls, async ({ actor }) => ({
    data: await missedCallViews(db, actor.scope, clock.now()),
  }))

  mount(http, server, missed.markCalledBack, async ({ actor, params }) => {
    await markCalledBack(server, actor, params.id)
    return { ok: true as const }
  })

  mount(http, server, missed.unmarkCalledBack, async ({ actor, params }) => {
    await unmarkCalledBack(server, actor, params.id)
    return { ok: true as const }
  })
}

export function simulatedCallsRoutes(http: FastifyInstance, server: Server, telephony: SimulatedTelephony): void {
  mount(http, server, contract.ringSimulatedCall, async ({ actor, body }) => {
    const companyId = await simulatedCompany(server, actor, body.company_id)
    const sipCallerId = await telephony.ring(companyId, body.phone)
    const { id } = await simulatedCall(server, actor, { sipCallerId })
    return { data: await callOf(server, id) }
  })

  mount(http, server, contract.hangUpSimulatedCall, async ({ actor, params }) => {
    const { sipCallerId } = await simulatedCall(server, actor, { id: params.id })
    await telephony.callerHangsUp(sipCallerId)
    return { ok: true as const }
  })
}

async function callOf({ db, clock }: Server, callId: CallId) {
  const [call] = await callViewsOf(db, [callId], clock.now())
  if (!call) throw new DomainError('call.unknown')
  return call
}

/** The called company: the requested one, if it is the actor's, or the actor's first; `company.unknown` otherwise. */
async function simulatedCompany({ db }: Server, actor: Actor, requestedId: CompanyId | undefined): Promise<CompanyId> {
  const { companies } = actor.scope
  const isMine = requestedId === undefined || companies === 'every' || companies.includes(requestedId)
  const companyId = requestedId ?? (await companyOfActor(db, actor))
  if (!isMine || companyId === null) throw new DomainError('company.unknown')
  if (!(await findCompany(db, companyId))) throw new DomainError('company.unknown')
  return companyId
}

/** A call of the actor's companies by its row id or its SIP id. */
async function simulatedCall(
  { db }: Server,
  { scope }: Actor,
  which: { id: CallId } | { sipCallerId: string },
): Promise<{ id: CallId; sipCallerId: string }> {
  const call = await ('id' in which ? findCall(db, scope, which.id) : findCallBySip(db, scope, which.sipCallerId))
  if (!call || call.sipCallerId === null) throw new DomainError('call.unknown')
  return { id: call.id, sipCallerId: call.sipCallerId }
}
