import { readOrderList } from '@dispecerat/contract/orders/order-lists'
import * as orders from '@dispecerat/contract/orders/orders'
import * as contract from '@dispecerat/contract/telephony/calls'
import { asId, type OrderId } from '@dispecerat/domain/kernel/ids'
import { aPhone, createFixture, type Fixture, SQUARE } from '../../orders/testing/order-fixture.ts'
import type { TestReply } from '../a-server.ts'

export { aPhone } from '../../orders/testing/order-fixture.ts'

/** A fixture with a telephone exchange; its manager takes calls too. */
export interface Switchboard extends Fixture {
  ring(phone?: string): Promise<contract.CallView>
  hangUp(call: contract.CallView): Promise<void>
  accept(call: contract.CallView, token?: string, orderId?: OrderId): Promise<TestReply<typeof contract.acceptCall>>
  /** Lets a call ring and the dispatcher answer it. */
  talk(phone?: string): Promise<{ orderId: OrderId; call: contract.CallView }>
  open(token?: string): Promise<contract.CallView[]>
  end(phone: string, token?: string, over?: object): Promise<TestReply<typeof contract.endCall>>
  /** Places the draft order of a call. */
  placeDraft(orderId: OrderId): Promise<TestReply<typeof orders.editOrder>>
  /** Ids of the orders in the in-call list. */
  inCall(): Promise<number[]>
}

export async function aSwitchboard(options: { at?: string; env?: Record<string, string> } = {}): Promise<Switchboard> {
  const fixture = await createFixture({ ...options, managerRoles: ['company_admin', 'dispatcher'] })
  const { server, manager, dispatcher } = fixture
  const ring: Switchboard['ring'] = async (phone = aPhone()) =>
    (await server.request(contract.ringSimulatedCall, { body: { phone } }, manager)).reply.data
  const accept: Switchboard['accept'] = ({ phone, sip_caller_id }, token = dispatcher, orderId = undefined) =>
    server.request(contract.acceptCall, { body: { phone_number: phone, sip_caller_id, order_id: orderId } }, token)
  return {
    ...fixture,
    ring,
    accept,
    hangUp: async ({ id }) =>
      void (await server.request(contract.hangUpSimulatedCall, { params: { id } }, manager)).reply,
    talk: async (phone) => {
      const { reply } = await accept(await ring(phone))
      return { orderId: asId<OrderId>(reply.data.id), call: reply.call }
    },
    end: (phone, token = dispatcher, over = {}) =>
      server.request(contract.endCall, { body: { phone_number: phone, ...over } }, token),
    placeDraft: (id) =>
      server.request(orders.editOrder, { params: { id }, body: { state: 'created', places: [SQUARE] } }, dispatcher),
    inCall: async () => {
      const { reply } = await server.request(readOrderList, { params: { kind: 'in-call' } }, dispatcher)
      return reply.data.map(({ id }) => id)
    },
    open: async (token = dispatcher) => (await server.request(contract.listCalls, {}, token)).reply.data,
  }
}
