import { FLOODED_WITH, type FloodedWith, type SipRefusal } from '../../../platform/telemetry/sip-refusals.ts'
import type { PhoneAccount } from '../telephony.ts'
import type { Digest } from './sip/digest.ts'
import { cseqOf, headerOf, type SipMessage, type SipRequest } from './sip/sip-message.ts'
import { branchOf, tagOf, userOf } from './sip/sip-names.ts'
import { ALLOW, replyTo } from './sip/sip-replies.ts'
import type { SipSocket } from './sip/sip-socket.ts'
import type { Wire } from './sip/wire.ts'
import { MAX_WRONG_PASSWORDS } from './sip-limits.ts'

export interface ReceptionParts {
  wire: Wire
  digest: Digest
  refused(why: SipRefusal, method?: FloodedWith): void
  /** A REGISTER whose sender has proven the account. */
  register(socket: SipSocket, request: SipRequest, account: PhoneAccount): void
  /** The account of this socket is no longer valid: the user was dismissed, or the password changed. */
  revoked(socket: SipSocket): void
  /** A known account starts a call. */
  invite(socket: SipSocket, request: SipRequest, account: PhoneAccount): void
  /** False when that INVITE has no ringing call. */
  cancel(socket: SipSocket, request: SipRequest): boolean
}

const LONGEST_CALL_ID = 128
const RETRY_AFTER_S = '5'

/** Authenticates and validates the requests of phones, and finds their call. */
export class Reception {
  readonly #parts: ReceptionParts

  constructor(parts: ReceptionParts) {
    this.#parts = parts
  }

  onMessage(socket: SipSocket, message: SipMessage): void | Promise<void> {
    if (message.kind === 'response') return this.#parts.wire.asks.onResponse(socket, message)
    if (!branchOf(headerOf(message, 'via'))) return this.#parts.refused('malformed')
    if (!isWhole(message)) return this.#refuse(socket, message, 400, 'malformed')
    if (message.method === 'ACK') return this.#acknowledged(socket, message)
    if (Number(headerOf(message, 'max-forwards') ?? 70) <= 0) return this.#refuse(socket, message, 483, 'malformed')
    if (message.method === 'REGISTER') return this.#register(socket, message)
    if (tagOf(headerOf(message, 'to'))) return this.#withinDialog(socket, message)
    return this.#outsideDialog(socket, message)
  }

  async #outsideDialog(socket: SipSocket, request: SipRequest): Promise<void> {
    if (request.method === 'INVITE') return this.#invite(socket, request)
    // A CANCEL belongs to the INVITE of the same socket.
    if (request.method === 'CANCEL') {
      return socket.send(replyTo(request, this.#parts.cancel(socket, request) ? 200 : 481))
    }
    if (request.method === 'OPTIONS' && !socket.may('OPTIONS')) return this.#flooded(socket, request)
    if (!(await this.#accountOf(socket, request))) return
    switch (request.method) {
      case 'OPTIONS':
        return socket.send(replyTo(request, 200, { headers: [ALLOW], tag: this.#parts.wire.newTag() }))
      case 'BYE':
      case 'UPDATE':
      case 'INFO':
        return socket.send(replyTo(request, 481))
      default:
        return socket.send(replyTo(request, 405, { headers: [ALLOW] }))
    }
  }

  async #register(socket: SipSocket, request: SipRequest): Promise<void> {
    if (!socket.may('REGISTER')) return this.#flooded(socket, request)
    const account = await this.#authorize(socket, request, 401)
    if (!account) return
    if (userOf(headerOf(request, 'to')) !== account.extension) {
      return this.#refuse(socket, request, 403, 'somebody_elses')
    }
    socket.account = account
    this.#parts.register(socket, request, account)
  }

  async #invite(socket: SipSocket, request: SipRequest): Promise<void> {
    if (!socket.may('INVITE')) return this.#flooded(socket, request)
    // A call needs a fresh check of the password, also over a connection that was authenticated before.
    if (socket.account && !(await this.#parts.digest.isValid(socket.account))) this.#revoke(socket)
    const account = await this.#accountOf(socket, request)
    if (account) this.#parts.invite(socket, request, account)
  }

  async #withinDialog(socket: SipSocket, request: SipRequest): Promise<void> {
    const account = await this.#accountOf(socket, request)
    if (!account) return
    const keeper = this.#keeperOf(request)
    if (!keeper) return socket.send(replyTo(request, 481))
    if (account.extension !== keeper.extension) return this.#refuse(socket, request, 403, 'somebody_elses')
    keeper.onMessage(socket, request)
  }

  /** The account of a request; null when it was challenged. An unknown socket gets no other response. */
  async #accountOf(socket: SipSocket, request: SipRequest): Promise<PhoneAccount | null> {
    if (socket.account) return socket.account
    const account = await this.#authorize(socket, request, 407)
    if (account) socket.account = account
    return account
  }

  #acknowledged(socket: SipSocket, request: SipRequest): void {
    const keeper = this.#keeperOf(request)
    if (keeper && socket.account?.extension === keeper.extension) keeper.onMessage(socket, request)
  }

  #keeperOf(request: SipRequest) {
    const keeper = this.#parts.wire.dialogs.get(tagOf(headerOf(request, 'to')) ?? '')
    const isHis =
      keeper?.callId === headerOf(request, 'call-id') && keeper?.remoteTag === tagOf(headerOf(request, 'from'))
    return isHis ? keeper : undefined
  }

  async #authorize(socket: SipSocket, request: SipRequest, status: 401 | 407): Promise<PhoneAccount | null> {
    const { digest, refused, wire } = this.#parts
    const proof = await digest.prove(request, status, socket.id)
    if (proof.is === 'account') {
      socket.wrongPasswords = 0
      socket.unproven = 0
      return proof.account
    }
    if (proof.is === 'forged') refused('forged_nonce')
    if (proof.is === 'nothing') {
      // The first challenge is normal; a sender that goes on without answering it is not a phone of ours.
      if (socket.unproven > 0) refused('no_proof')
      socket.unproven += 1
    }
    if (proof.is === 'wrong_password') {
      refused('unauthenticated')
      this.#revoke(socket)
      socket.wrongPasswords += 1
      if (socket.wrongPasswords > MAX_WRONG_PASSWORDS) {
        socket.close(1008, 'authentication')
        return null
      }
    }
    const headers = digest.challenges(status, socket.id, proof.is === 'stale')
    socket.send(replyTo(request, status, { headers, tag: wire.newTag() }))
    return null
  }

  #revoke(socket: SipSocket): void {
    if (socket.account) this.#parts.revoked(socket)
    socket.account = null
  }

  #flooded(socket: SipSocket, request: SipRequest): void {
    this.#refuse(socket, request, 503, 'flood')
  }

  #refuse(socket: SipSocket, request: SipRequest, status: number, why: SipRefusal): void {
    this.#parts.refused(why, why === 'flood' ? FLOODED_WITH.find((one) => one === request.method) : undefined)
    const headers: [string, string][] = status === 503 ? [['Retry-After', RETRY_AFTER_S]] : []
    socket.send(replyTo(request, status, { headers, tag: this.#parts.wire.newTag() }))
  }
}

/** RFC 3261 §8.1.1: headers that every request has. */
function isWhole(request: SipRequest): boolean {
  const { number, method } = cseqOf(request)
  const callId = headerOf(request, 'call-id') ?? ''
  return (
    Number.isInteger(number) &&
    number >= 0 &&
    method === request.method &&
    callId !== '' &&
    callId.length <= LONGEST_CALL_ID &&
    tagOf(headerOf(request, 'from')) !== undefined &&
    headerOf(request, 'to') !== undefined
  )
}
