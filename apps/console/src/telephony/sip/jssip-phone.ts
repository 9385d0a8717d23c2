import { UA, WebSocketInterface } from 'jssip'
import type { EndEvent, IncomingEvent, OutgoingEvent, RTCSession } from 'jssip/lib/RTCSession'
import type { IncomingRequest, IncomingResponse } from 'jssip/lib/SIPMessage'
import type { RTCSessionEvent } from 'jssip/lib/UA'
import type { DialOutcome } from '../../shared/telephone/phone-store.ts'
import { changeHold } from './change-hold.ts'
import { farthestOf, hurryCandidates } from './hurry-candidates.ts'

/** Address and account with which the telephone registers. */
export interface SipAccount {
  /** sip:<extension>@<domain> */
  uri: string
  password: string
  /** ws:// or wss:// */
  ws: string
  /** Hold and resume by UPDATE where the other side takes it, else by re-INVITE. */
  useUpdate: boolean
  /** STUN and TURN servers configured on the server; none in a local network. */
  iceServers?: RTCIceServer[]
  /** Forces sound through a TURN server (ICE transport policy `relay`). */
  isOnlyRelayed?: boolean
}

export type LineState = 'ringing' | 'dialling' | 'talking' | 'held'

export interface Line {
  readonly session: RTCSession
  state: LineState
  /** This call's own copy of the microphone track: a held call mutes only its own. */
  voice: MediaStream | null
  /** Serialises hold and resume of this call. */
  chain: Promise<boolean>
  /** The other side's `Allow` header contains UPDATE. */
  takesUpdate: boolean
}

/** Events of the telephone; `givenBack` is a call that was answered already and that the exchange connects again. */
export interface PhoneListener {
  registered(): void
  /** The connection broke or could not be made; a retry follows. */
  disconnected(): void
  /** The exchange refused with this status; retried unless the account is wrong. */
  refused(status: number | null): void
  changed(): void
  onSound(sipCallerId: string, sound: MediaStream): void
  givenBack(sipCallerId: string): void
  ended(sipCallerId: string): void
}

const REGISTER_RETRY_DELAY_MS = 5000
/** The exchange ends a call that nobody answers; JsSIP's default of a minute would decline it for every dispatcher. */
const MAX_RING_S = 600
const WAITING_FOR_ANSWER = 4
const BUSY = 486
const WRONG_ACCOUNT = [401, 403]
const NO_ANSWER = [408, 480, 487]

/** One registration at the exchange and its calls, by JsSIP; it knows nothing of records and screens. */
export class JsSipPhone {
  readonly lines = new Map<string, Line>()
  private readonly ua: UA
  private readonly socket: WebSocketInterface
  readonly account: SipAccount
  /** Credentials of TURN servers expire after hours; newer ones are used by later calls. */
  iceServers: RTCIceServer[]
  private readonly voice: () => MediaStream
  private readonly listener: PhoneListener
  private retry: ReturnType<typeof setTimeout> | undefined

  /** `voice` returns a separate stream for each call. */
  constructor(account: SipAccount, voice: () => MediaStream, listener: PhoneListener) {
    this.account = account
    this.iceServers = account.iceServers ?? []
    this.voice = voice
    this.listener = listener
    this.socket = new WebSocketInterface(account.ws)
    this.ua = new UA({
      sockets: [this.socket],
      uri: account.uri,
      password: account.password,
      register_expires: 300,
      no_answer_timeout: MAX_RING_S,
      connection_recovery_min_interval: 1,
      connection_recovery_max_interval: 10,
      session_timers: false,
    })
    this.listen()
  }

  start() {
    this.ua.start()
  }

  /** Hangs up every call and unregisters. */
  stop() {
    clearTimeout(this.retry)
    this.ua.stop()
  }

  /** Disconnects without ending the calls: the exchange keeps them for the next page. */
  drop() {
    clearTimeout(this.retry)
    this.socket.disconnect()
    this.ua.stop()
  }

  registerNow() {
    clearTimeout(this.retry)
    if (this.ua.isConnected()) this.ua.register()
    else this.ua.start()
  }

  answer(sipCallerId: string): boolean {
    const line = this.lines.get(sipCallerId)
    if (!line || line.session.status !== WAITING_FOR_ANSWER) return false
    line.voice = this.voice()
    line.session.answer({ mediaStream: line.voice, pcConfig: this.ways() })
    return true
  }

  /** Resolves to whether the call is in that state; false also when it is over. */
  toggle(sipCallerId: string, to: 'hold' | 'unhold'): Promise<boolean> {
    const line = this.lines.get(sipCallerId)
    if (!line || line.state === 'ringing' || line.state === 'dialling') return Promise.resolve(false)
    const turn = async () => {
      const ok = await changeHold(line.session, to, this.account.useUpdate && line.takesUpdate)
      if (ok && this.lines.get(sipCallerId) === line) this.to(line, to === 'hold' ? 'held' : 'talking')
      return ok
    }
    line.chain = line.chain.then(turn, turn)
    return line.chain
  }

  hangUp(sipCallerId: string): boolean {
    const line = this.lines.get(sipCallerId)
    if (!line || line.session.isEnded()) return false
    line.session.terminate(line.state === 'ringing' ? { status_code: BUSY } : undefined)
    return true
  }

  /** Resolves when the call was answered or has failed. */
  dial(phone: string, fromUserName?: string): Promise<DialOutcome> {
    const voice = this.voice()
    const session = this.ua.call(`sip:${phone}@${this.account.uri.split('@')[1]}`, {
      mediaStream: voice,
      pcConfig: this.ways(),
      fromUserName,
    })
    for (const line of this.lines.values()) if (line.session === session) line.voice = voice
    return new Promise((resolve) => {
      session.on('accepted', () => resolve('answered'))
      session.on('failed', (end: EndEvent) => resolve(outcomeOf(end)))
    })
  }

  /** Switches every call to the newly chosen microphone. */
  changeVoice() {
    for (const line of this.lines.values()) {
      if (line.voice === null) continue
      const next = this.voice()
      const [track] = next.getAudioTracks()
      const sender = line.session.connection?.getSenders().find((one) => one.track?.kind === 'audio')
      if (!track || !sender) continue
      track.enabled = line.state !== 'held'
      void sender.replaceTrack(track)
      stopTracks(line.voice)
      line.voice = next
    }
  }

  private ways(): RTCConfiguration {
    return { iceServers: this.iceServers, iceTransportPolicy: this.account.isOnlyRelayed ? 'relay' : 'all' }
  }

  private listen() {
    this.ua.on('registered', () => this.listener.registered())
    this.ua.on('registrationFailed', ({ response }) => {
      const status = response?.status_code ?? null
      clearTimeout(this.retry)
      if (!WRONG_ACCOUNT.includes(status ?? 0))
        this.retry = setTimeout(() => this.registerNow(), REGISTER_RETRY_DELAY_MS)
      this.listener.refused(status)
    })
    this.ua.on('disconnected', () => {
      /* A ringing call can no longer be answered, and JsSIP would keep it for ever; the exchange rings again. */
      for (const { state, session } of this.lines.values()) {
        if ((state === 'ringing' || state === 'dialling') && !session.isEnded()) session.terminate()
      }
      this.listener.disconnected()
    })
    this.ua.on('newRTCSession', (event: RTCSessionEvent) => {
      const request = event.request as IncomingRequest
      if (event.session.direction === 'incoming') this.onRing(event.session, request)
      else this.add(nameOf(request) ?? event.session.id, event.session, 'dialling')
    })
  }

  private onRing(session: RTCSession, request: IncomingRequest) {
    const name = nameOf(request) ?? session.id
    const before = this.lines.get(name)
    if (before) this.forget(before)
    const line = this.add(name, session, 'ringing')
    line.takesUpdate = allowsUpdate(request)
    if (!/^yes$/i.test(request.getHeader('X-Reconnect') ?? '')) return
    /* The call was answered already; JsSIP accepts `answer` only after it has emitted the session. */
    setTimeout(() => this.answer(name))
    /* Not before both sides have confirmed the session: until then a call that has to be held again cannot be held. */
    session.on('confirmed', () => this.listener.givenBack(name))
  }

  private add(callId: string, session: RTCSession, state: LineState): Line {
    let name = callId
    const line: Line = { session, state, voice: null, chain: Promise.resolve(true), takesUpdate: false }
    this.lines.set(name, line)
    const isHere = () => this.lines.get(name) === line
    const onResponse = (event: IncomingEvent | OutgoingEvent) => {
      if (!('response' in event) || !event.response) return
      line.takesUpdate ||= allowsUpdate(event.response)
      const named = event.response.getHeader('X-Call-ID')
      if (!named || named === name || !isHere()) return
      this.lines.delete(name)
      name = named
      this.lines.set(name, line)
      this.listener.changed()
    }
    session.on('progress', onResponse)
    session.on('accepted', (event: IncomingEvent | OutgoingEvent) => {
      onResponse(event)
      if (isHere()) this.to(line, 'talking')
    })
    const over = () => {
      stopTracks(line.voice)
      if (!isHere()) return
      this.lines.delete(name)
      this.listener.ended(name)
      this.listener.changed()
    }
    session.on('ended', over)
    session.on('failed', over)
    hurryCandidates(session, farthestOf(this.iceServers))
    onSound(session, (sound) => isHere() && this.listener.onSound(name, sound))
    this.listener.changed()
    return line
  }

  private to(line: Line, state: LineState) {
    line.state = state
    this.listener.changed()
  }

  /** Drops the leg of a call that the exchange connects anew: ending it only here, because a BYE would end the call. */
  private forget(line: Line) {
    for (const [name, one] of this.lines) if (one === line) this.lines.delete(name)
    if (line.session.isEnded()) return
    Object.assign(line.session, { sendRequest: () => undefined })
    line.session.terminate()
  }
}

/** A B2BUA gives each leg a Call-ID of its own and sends the caller's as X-Call-ID; a proxy keeps the caller's. */
function nameOf(request: { getHeader(name: string): string | undefined }): string | undefined {
  return request.getHeader('X-Call-ID') ?? request.getHeader('Call-ID')
}

function allowsUpdate(message: IncomingRequest | IncomingResponse): boolean {
  return /\bUPDATE\b/.test(message.getHeader('Allow') ?? '')
}

function outcomeOf({ originator, message }: EndEvent): DialOutcome {
  const status = message && 'status_code' in message ? message.status_code : null
  if (originator === 'local') return 'givenUp'
  if (status === BUSY) return 'busy'
  return status !== null && NO_ANSWER.includes(status) ? 'noAnswer' : 'refused'
}

function onSound(session: RTCSession, onTrack: (sound: MediaStream) => void) {
  const attach = (connection: RTCPeerConnection) =>
    connection.addEventListener('track', ({ streams, track }) => onTrack(streams[0] ?? new MediaStream([track])))
  if (session.connection) attach(session.connection)
  else session.on('peerconnection', ({ peerconnection }) => attach(peerconnection))
}

function stopTracks(stream: MediaStream | null) {
  for (const track of stream?.getTracks() ?? []) track.stop()
}
