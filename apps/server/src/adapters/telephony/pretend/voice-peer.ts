import {
  MediaStreamTrack,
  type RTCDtlsTransport,
  RTCPeerConnection,
  RTCRtpCodecParameters,
  RtpHeader,
  RtpPacket,
} from 'werift'
import { directionOf } from '../embedded/sip/sdp.ts'
import { answeredAgain, endpointOf, inPacketsOf, roleBeside } from './voice-sdp.ts'

/** Milliseconds of sound in a packet: three times a phone's usual, a third of the work. */
export const PACKET_MS = 60
const BYTES_PER_PACKET = PACKET_MS * 8
/** After this time the announcement starts even without received sound, since some phones send no silence. */
const MAX_WAIT_FOR_SOUND_MS = 1000
const PCMU = { mimeType: 'audio/PCMU', clockRate: 8000, channels: 1, payloadType: 0 }
/** The server may be on the same machine as the browsers. */
const LOOPBACK = '127.0.0.1'

/** DTLS: the server's HelloVerifyRequest, which carries a cookie. */
const HELLO_VERIFY_REQUEST = 3

/** One end of a WebRTC call: plays its µ-law sound repeatedly, or once for an announcement; counts received sound. */
export class VoicePeer {
  receivedBytes = 0
  isSpeaking = true
  readonly #track = new MediaStreamTrack({ kind: 'audio' })
  readonly #sound: Buffer
  #peer: RTCPeerConnection
  #own = ''
  #other = ''
  #role: 'active' | 'passive' = 'passive'
  #version = 0
  #sent = 0
  readonly #onSaid: (() => void) | null
  #said = 0
  #connectedAt: number | null = null

  constructor(sound: Buffer, onSpoken: (() => void) | null = null) {
    this.#sound = sound
    this.#onSaid = onSpoken
    this.#peer = this.#open()
  }

  async offer(): Promise<string> {
    await this.#peer.setLocalDescription(await this.#peer.createOffer())
    return this.#say(this.#peer)
  }

  async answered(sdp: string): Promise<void> {
    this.#other = endpointOf(sdp)
    this.#role = roleBeside(sdp)
    await this.#peer.setRemoteDescription({ type: 'answer', sdp })
  }

  /** The answer to a later offer: from the same phone only the direction changes, from another one the connection too. */
  async reoffered(sdp: string): Promise<string> {
    if (directionOf(sdp) === null) throw new Error('no sound is offered')
    if (endpointOf(sdp) === this.#other) {
      this.#version += 1
      return answeredAgain(this.#own, sdp, this.#role, this.#version)
    }
    const before = this.#peer
    const peer = this.#open()
    try {
      await peer.setRemoteDescription({ type: 'offer', sdp })
      await peer.setLocalDescription(await peer.createAnswer())
    } catch (error) {
      void peer.close()
      throw error
    }
    this.#peer = peer
    this.#other = endpointOf(sdp)
    const answer = this.#say(peer)
    this.#role = roleBeside(answer) === 'active' ? 'passive' : 'active'
    void before.close()
    return answer
  }

  /** Sends the next packet; silence is not sent. */
  speak(): void {
    const header = new RtpHeader({
      payloadType: PCMU.payloadType,
      sequenceNumber: this.#sent & 0xffff,
      timestamp: (this.#sent * BYTES_PER_PACKET) >>> 0,
      marker: this.#sent === 0,
    })
    this.#sent += 1
    if (!this.isSpeaking || this.#peer.connectionState !== 'connected' || !this.#isHeard()) return
    const at = this.#said * BYTES_PER_PACKET
    this.#said += 1
    if (this.#onSaid && at >= this.#sound.length) {
      this.isSpeaking = false
      this.#onSaid()
      return
    }
    const start = at % this.#sound.length
    const end = start + BYTES_PER_PACKET
    const rest = end > this.#sound.length ? this.#sound.subarray(0, end - this.#sound.length) : null
    const chunk = this.#sound.subarray(start, end)
    this.#track.writeRtp(new RtpPacket(header, rest ? Buffer.concat([chunk, rest]) : chunk))
  }

  /**
   * Our end is connected half a round trip before the other, which drops earlier packets: an announcement waits
   * until the other end is heard.
   */
  #isHeard(): boolean {
    if (!this.#onSaid || this.#said > 0 || this.receivedBytes > 0) return true
    this.#connectedAt ??= performance.now()
    return performance.now() - this.#connectedAt > MAX_WAIT_FOR_SOUND_MS
  }

  close(): void {
    void this.#peer.close()
    this.#track.stop()
  }

  #open(): RTCPeerConnection {
    const peer = new RTCPeerConnection({
      codecs: { audio: [new RTCRtpCodecParameters(PCMU)] },
      iceServers: [],
      iceAdditionalHostAddresses: [LOOPBACK],
      iceUseIpv6: false,
    })
    peer.onTrack.subscribe((track) => {
      track.onReceiveRtp.subscribe(({ payload }) => {
        this.receivedBytes += payload.length
      })
    })
    peer.addTransceiver(this.#track, { direction: 'sendrecv' })
    // Without a STUN server of ours the library asks one of Google's, and waits for it.
    for (const { connection } of peer.iceTransports) Reflect.set(connection, 'stunServer', undefined)
    for (const transport of peer.dtlsTransports) surviveRepeatedCookies(transport)
    return peer
  }

  #say(peer: RTCPeerConnection): string {
    this.#own = inPacketsOf(peer.localDescription?.sdp ?? '', PACKET_MS)
    return this.#own
  }
}

/**
 * A client without a response for half a second repeats its ClientHello, and both get the same cookie. The library treats the
 * second response as an attack and closes the connection, so it is filtered out.
 */
function surviveRepeatedCookies(transport: RTCDtlsTransport): void {
  transport.onStateChange.subscribe((state) => {
    if (state !== 'connecting') return
    // The library creates the socket right after it has emitted the state.
    queueMicrotask(() => {
      const { dtls } = transport
      if (!dtls) return
      const { onHandleHandshakes } = dtls
      let hasCookie = false
      dtls.onHandleHandshakes = (handshakes) => {
        const isCookie = handshakes.some(({ msg_type }) => msg_type === HELLO_VERIFY_REQUEST)
        if (isCookie && hasCookie) return Promise.resolve()
        hasCookie ||= isCookie
        return onHandleHandshakes(handshakes)
      }
    })
  })
}
