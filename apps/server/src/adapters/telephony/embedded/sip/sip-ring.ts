import type { Rung, RungListener } from '../leg.ts'
import type { Binding } from '../registrar.ts'
import { SipDialog } from './sip-dialog.ts'
import { SipLeg } from './sip-leg.ts'
import { cseqOf, headerOf, headersOf, type SipHeader, type SipRequest, type SipResponse } from './sip-message.ts'
import { nameAddr, tagOf } from './sip-names.ts'
import { ALLOW, because, sdpOf } from './sip-replies.ts'
import type { Wire } from './wire.ts'

export interface RingParts {
  binding: Pick<Binding, 'contact' | 'socket'> & { account: Pick<Binding['account'], 'extension'> }
  /** Id of the call, by which the page knows it. */
  callId: string
  /** The number or extension that is shown. */
  from: string
  /** The dialled number, where one page is the phone of many numbers; by default its account. */
  to?: string
  /** Null: the phone makes the offer. */
  offer: string | null
  headers?: readonly SipHeader[]
}

/** An INVITE to one registered phone, from its first ring to its answer (RFC 3261 §13.2). */
export class SipRing implements Rung {
  readonly #wire: Wire
  readonly #parts: RingParts
  readonly #listener: RungListener
  readonly #invite: SipRequest
  readonly #tag: string
  readonly #dialog: (contact: string, to: string, routes?: readonly string[]) => SipDialog
  #state: 'asked' | 'rings' | 'answered' | 'over' = 'asked'
  #whyCancelled: SipHeader | null = null
  #acknowledgeAgain: (() => void) | null = null
  #winner = ''

  constructor(wire: Wire, parts: RingParts, listener: RungListener) {
    this.#wire = wire
    this.#parts = parts
    this.#listener = listener
    this.#tag = wire.newTag()
    const callId = wire.newCallId()
    const local = `<sip:${parts.from}@${wire.domain}>;tag=${this.#tag}`
    const { socket, contact } = parts.binding
    const session = wire.newSession()
    this.#dialog = (phone, to, routes) =>
      new SipDialog(wire, {
        callId,
        local,
        socket,
        session,
        localTag: this.#tag,
        cseq: 1,
        remoteTag: tagOf(to) ?? '',
        remote: to,
        contact: phone,
        routes,
      })
    const opening = this.#dialog(contact, `<sip:${parts.to ?? parts.binding.account.extension}@${wire.domain}>`)
    this.#invite = opening.request('INVITE', {
      cseq: 1,
      body: parts.offer === null ? '' : opening.describe(parts.offer),
      headers: [ALLOW, ['X-Call-ID', parts.callId], ...(parts.headers ?? [])],
    })
    wire.asks.send({ socket, request: this.#invite, onResponse: (response) => this.#onResponse(response) })
  }

  cancel(cause: number, why: string): void {
    if (this.#state === 'answered' || this.#state === 'over' || this.#whyCancelled) return
    this.#whyCancelled = because(cause, why)
    if (this.#state === 'rings') this.#sendCancel()
  }

  #onResponse(response: SipResponse | null): void {
    if (!response) {
      this.#refused(null)
      return
    }
    if (response.status < 200) {
      this.#provisional()
      return
    }
    if (response.status >= 300) {
      this.#refused(response.status)
      return
    }
    const to = headerOf(response, 'to') ?? ''
    // The phone repeats the 200 until it receives the ACK.
    if (this.#state === 'answered' && tagOf(to) === this.#winner) {
      this.#acknowledgeAgain?.()
      return
    }
    const routes = headersOf(response, 'record-route').toReversed()
    const dialog = this.#dialog(headerOf(response, 'contact') ?? this.#parts.binding.contact, to, routes)
    if (this.#state === 'answered' || this.#state === 'over' || this.#whyCancelled) {
      this.#endCrossing(dialog)
      return
    }
    this.#answered(response, dialog, tagOf(to) ?? '')
  }

  #provisional(): void {
    if (this.#state !== 'asked') return
    this.#state = 'rings'
    // RFC 3261 §9.1: a CANCEL waits for the phone's first response.
    if (this.#whyCancelled) this.#sendCancel()
    else this.#listener.rings()
  }

  #refused(status: number | null): void {
    if (this.#state === 'answered' || this.#state === 'over') return
    this.#state = 'over'
    if (!this.#whyCancelled) this.#listener.refused(status)
  }

  #answered(response: SipResponse, dialog: SipDialog, tag: string): void {
    const sdp = sdpOf(response)
    if (sdp === null) {
      this.#endCrossing(dialog)
      this.#refused(488)
      return
    }
    this.#state = 'answered'
    this.#winner = tag
    const leg = new SipLeg(dialog, this.#parts.binding.account.extension, response)
    const acknowledge = (answer?: string) => {
      const described = answer === undefined ? '' : dialog.describe(answer)
      this.#acknowledgeAgain = () => dialog.acknowledge(1, described)
      this.#acknowledgeAgain()
    }
    if (this.#parts.offer !== null) acknowledge()
    this.#listener.answered(leg, sdp, acknowledge)
  }

  /** The answer crossed the cancellation: it is acknowledged, and the phone gets a BYE with the reason. */
  #endCrossing(dialog: SipDialog): void {
    dialog.acknowledge(1)
    const [, why] = this.#whyCancelled ?? because(200, 'Call completed elsewhere')
    const bye = dialog.request('BYE', { headers: [['Reason', why]] })
    this.#wire.asks.send({ socket: this.#parts.binding.socket, request: bye, onResponse: () => undefined })
    if (this.#state !== 'answered') this.#state = 'over'
  }

  #sendCancel(): void {
    if (!this.#whyCancelled) return
    const { socket } = this.#parts.binding
    const request: SipRequest = {
      kind: 'request',
      method: 'CANCEL',
      uri: nameAddr(this.#parts.binding.contact).uri,
      headers: [
        ['Via', headerOf(this.#invite, 'via') ?? ''],
        ['Max-Forwards', '70'],
        ['From', headerOf(this.#invite, 'from') ?? ''],
        ['To', headerOf(this.#invite, 'to') ?? ''],
        ['Call-ID', headerOf(this.#invite, 'call-id') ?? ''],
        ['CSeq', `${cseqOf(this.#invite).number} CANCEL`],
        this.#whyCancelled,
      ],
      body: '',
    }
    socket.send(request)
  }
}
