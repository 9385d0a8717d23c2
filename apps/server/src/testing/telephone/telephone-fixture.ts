import { readOwnMeta, reportActivity, whoAmI } from '@dispecerat/contract/identity/accounts'
import * as contract from '@dispecerat/contract/telephony/calls'
import { asId, type DriverId, type OrderId, type UserId } from '@dispecerat/domain/kernel/ids'
import { expect } from 'vitest'
import {
  headerOf,
  type SipMessage,
  type SipRequest,
  type SipResponse,
} from '../../adapters/telephony/embedded/sip/sip-message.ts'
import { aDescription, addressIn, isRequest, RawPhone } from '../../adapters/telephony/embedded/testing/raw-phone.ts'
import { aSwitchboard, type Switchboard } from './a-switchboard.ts'

/** A caller of the fixture's company. */
export interface Ringer {
  phone: RawPhone
  invite: SipRequest
  sipCallerId: string
  number: string
}

/** A call that a dispatcher's phone picked up, with the messages it received and sent. */
export interface Picked {
  dispatcherPhone: RawPhone
  rung: SipRequest
  accepted: SipResponse
  /** The response that the caller received. */
  answer: SipResponse
}

/** A fixture with the embedded exchange: dispatchers' phones and callers speak SIP to it over real websockets. */
export interface TelephoneFixture extends Switchboard {
  me: UserId
  she: number
  /** A registered phone of the token's user, who is active at the console. */
  phoneOf(token: string): Promise<RawPhone>
  /** A phone of the public network, which may show any caller number. */
  publicPhone(): Promise<RawPhone>
  rings(phone: RawPhone, number: string): Ringer
  /** The phone picks up the ringing call. */
  picksUp(phone: RawPhone, caller: Ringer): Promise<Picked>
  /** The caller rings, the dispatcher's phone picks up, and the token's user accepts the call. */
  talks(
    caller: RawPhone,
    number: string,
    by: { phone: RawPhone; token: string },
  ): Promise<Picked & { orderId: OrderId; ringer: Ringer }>
  /** Resolves with the row of a call once it has these values. */
  row(sipCallerId: string, like: Partial<Row>): Promise<Row>
  acceptSip(ringer: Ringer, token?: string): ReturnType<Switchboard['accept']>
}

interface Row {
  id: number
  state: string
  direction: string
  dispatcher_id: UserId | null
  answered_by: number | null
  order_id: OrderId | null
  reason_type: string | null
  is_missed: boolean
  reached_at: Date | null
  callee_driver_id: DriverId | null
}

export async function createTelephoneFixture(): Promise<TelephoneFixture> {
  const board = await aSwitchboard({ env: { SIP_DOMAIN: 'exchange.test', DEMO: 'on', DEMO_CITY: 'off' } })
  const { server, dispatcher, colleague, manager, companyId } = board
  await server.startJobs()
  const address = `${server.address.replace('http', 'ws')}/sip`
  const idOf = async (token: string) => asId<UserId>((await server.request(whoAmI, {}, token)).reply.data.id)
  const metaOf = async (token: string) => {
    const { data } = (await server.request(readOwnMeta, {}, token)).reply
    return new Map(data.map(({ key, value }) => [key, value ?? '']))
  }
  const register = async (url = '', password = '') => {
    const phone = await new RawPhone(address, /sip:(\w+)@/.exec(url)?.[1] ?? '', password, {
      origin: server.address,
    }).connect()
    expect((await phone.registers()).status).toBe(200)
    return phone
  }
  const rings: TelephoneFixture['rings'] = (phone, number) => {
    const invite = phone.rings(`company-${companyId}`, number)
    return { phone, invite, number, sipCallerId: headerOf(invite, 'call-id') ?? '' }
  }
  const picksUp: TelephoneFixture['picksUp'] = async (phone, ringer) => {
    const rung = await ringAt(phone, ringer.sipCallerId)
    const accepted = phone.replies(rung, 200, { tag: 'desk', body: aDescription('sendrecv', 'desk') })
    const answer = await ringer.phone.waitForResponse(200, 'INVITE')
    ringer.phone.acknowledges(ringer.invite, answer)
    await phone.isAsked('ACK')
    return { dispatcherPhone: phone, rung, accepted, answer }
  }
  const acceptSip: TelephoneFixture['acceptSip'] = ({ number, sipCallerId }, token = dispatcher) =>
    server.request(contract.acceptCall, { body: { phone_number: number, sip_caller_id: sipCallerId } }, token)
  return {
    ...board,
    me: await idOf(dispatcher),
    she: await idOf(colleague),
    phoneOf: async (token) => {
      await server.request(reportActivity, { body: { isOnline: true } }, token)
      const meta = await metaOf(token)
      return register(meta.get('sipUrl'), meta.get('sipPassword'))
    },
    publicPhone: async () => {
      const meta = await metaOf(manager)
      return register(meta.get('callerSipUrl'), meta.get('callerSipPassword'))
    },
    rings,
    picksUp,
    acceptSip,
    talks: async (caller, number, { phone, token }) => {
      const ringer = rings(caller, number)
      const picked = await picksUp(phone, ringer)
      const { reply } = await acceptSip(ringer, token)
      return { ...picked, ringer, orderId: asId<OrderId>(reply.data.id) }
    },
    row: (sipCallerId, like) =>
      expect
        .poll(() => rowOf(board, sipCallerId), { timeout: 20_000 })
        .toMatchObject(like)
        .then(() => rowOf(board, sipCallerId)) as Promise<Row>,
  }
}

/** The INVITE that a phone receives for that call, the first one or one that moves the call there; the phone rings. */
export async function ringAt(phone: RawPhone, sipCallerId: string, moves = false): Promise<SipRequest> {
  const matches = (message: SipMessage) =>
    isRequest(message) &&
    message.method === 'INVITE' &&
    headerOf(message, 'x-call-id') === sipCallerId &&
    (headerOf(message, 'x-reconnect') === 'yes') === moves
  const rung = (await phone.waits(matches, 'a ring')) as SipRequest
  phone.replies(rung, 180, { tag: 'desk' })
  return rung
}

/** Status of the final response that the caller receives. */
export async function finalAnswer({ phone, sipCallerId }: Pick<Ringer, 'phone' | 'sipCallerId'>): Promise<number> {
  const matches = (message: SipMessage) =>
    !isRequest(message) && message.status >= 200 && headerOf(message, 'call-id') === sipCallerId
  return ((await phone.waits(matches, 'an answer')) as SipResponse).status
}

function rowOf({ server }: Switchboard, sipCallerId: string): Promise<Row | undefined> {
  return server.db
    .selectFrom('calls')
    .select(['id', 'state', 'direction', 'dispatcher_id', 'answered_by', 'order_id', 'reason_type', 'is_missed'])
    .select(['reached_at', 'callee_driver_id'])
    .where('sip_caller_id', '=', sipCallerId)
    .executeTakeFirst()
}

/** A request of the dispatcher's phone within the call. */
export function fromDispatcher({ dispatcherPhone, rung, accepted }: Picked, method: string, body = ''): SipRequest {
  return dispatcherPhone.ask(method, addressIn(rung), {
    from: headerOf(accepted, 'to'),
    to: headerOf(rung, 'from'),
    callId: headerOf(rung, 'call-id'),
    headers: [['Contact', dispatcherPhone.contact]],
    body,
  })
}

/** The caller hangs up. */
export function hangsUp({ phone, invite, answer }: Ringer & { answer: SipResponse }): void {
  phone.ask('BYE', addressIn(answer), {
    from: headerOf(invite, 'from'),
    to: headerOf(answer, 'to'),
    callId: headerOf(invite, 'call-id'),
  })
}
