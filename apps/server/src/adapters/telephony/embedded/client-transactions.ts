import crypto from 'node:crypto'
import { cseqOf, headerOf, type SipHeader, type SipRequest, type SipResponse } from './sip/sip-message.ts'
import { branchOf } from './sip/sip-names.ts'
import type { SipSocket } from './sip/sip-socket.ts'

/** RFC 3261's timers B and F. */
const ANSWER_WITHIN_MS = 32_000
/** A second 200 of one INVITE may come as late as this. */
const LATE_ANSWERS_MS = 32_000

export interface ClientTransaction {
  socket: SipSocket
  request: SipRequest
  /** Gets every response but 100; null when none will come. A refused INVITE is acknowledged already. */
  onResponse(answer: SipResponse | null): void
}

interface OpenTransaction extends ClientTransaction {
  timer: NodeJS.Timeout | null
  isOver: boolean
}

/** Pending client transactions with phones (RFC 3261 §17.1); over a websocket nothing is sent twice. */
export class ClientTransactions {
  readonly #open = new Map<string, OpenTransaction>()
  readonly #host: string

  constructor(host: string) {
    this.#host = host
  }

  via(branch = `z9hG4bK${crypto.randomBytes(9).toString('hex')}`): SipHeader {
    return ['Via', `SIP/2.0/WS ${this.#host};branch=${branch}`]
  }

  /** `request` has its own Via, made by `via`. */
  send(transaction: ClientTransaction): void {
    const branch = branchOf(headerOf(transaction.request, 'via')) ?? ''
    const open: OpenTransaction = { ...transaction, isOver: false, timer: null }
    open.timer = setTimeout(() => this.#giveUp(branch, open), ANSWER_WITHIN_MS).unref()
    this.#open.set(branch, open)
    transaction.socket.send(transaction.request)
    if (!transaction.socket.isOpen) this.#giveUp(branch, open)
  }

  onResponse(socket: SipSocket, response: SipResponse): void {
    const branch = branchOf(headerOf(response, 'via')) ?? ''
    const open = this.#open.get(branch)
    if (!open || open.socket !== socket || cseqOf(response).method !== open.request.method) return
    const isInvite = open.request.method === 'INVITE'
    if (response.status < 200) {
      // A ringing phone may ring as long as its call.
      if (isInvite && open.timer) clearTimeout(open.timer)
      if (response.status > 100 && !open.isOver) open.onResponse(response)
      return
    }
    if (isInvite && response.status >= 300) socket.send(acknowledge(open.request, response))
    if (open.isOver && response.status >= 300) return
    if (!open.isOver) this.#end(branch, open, isInvite)
    open.onResponse(response)
  }

  /** Ends the pending transactions of a closed socket, which will get no response. */
  gone(socket: SipSocket): void {
    for (const [branch, open] of this.#open) if (open.socket === socket) this.#giveUp(branch, open)
  }

  #giveUp(branch: string, open: OpenTransaction): void {
    const wasOver = open.isOver
    this.#end(branch, open, false)
    if (!wasOver) open.onResponse(null)
  }

  #end(branch: string, open: OpenTransaction, mayComeAgain: boolean): void {
    open.isOver = true
    if (open.timer) clearTimeout(open.timer)
    if (!mayComeAgain) this.#open.delete(branch)
    else open.timer = setTimeout(() => this.#open.delete(branch), LATE_ANSWERS_MS).unref()
  }
}

/** The ACK of a refusal belongs to the INVITE's own transaction (RFC 3261 §17.1.1.3). */
function acknowledge(invite: SipRequest, refusal: SipResponse): SipRequest {
  return {
    kind: 'request',
    method: 'ACK',
    uri: invite.uri,
    headers: [
      ['Via', headerOf(invite, 'via') ?? ''],
      ['Max-Forwards', '70'],
      ['From', headerOf(invite, 'from') ?? ''],
      ['To', headerOf(refusal, 'to') ?? ''],
      ['Call-ID', headerOf(invite, 'call-id') ?? ''],
      ['CSeq', `${cseqOf(invite).number} ACK`],
    ],
    body: '',
  }
}
