import crypto from 'node:crypto'
import dgram from 'node:dgram'
import { once } from 'node:events'
import { directionOf } from '../embedded/sip/sdp.ts'
import { A_LAW_OF_MU_LAW } from '../g711.ts'
import { answeredAgain } from './voice-sdp.ts'

const PACKET_MS = 20
const BYTES_PER_PACKET = PACKET_MS * 8
/** After a pause of the machine the sound continues where it stopped, instead of all late packets at once. */
const MAX_AT_ONCE = 5
const MU_LAW = 0
const A_LAW = 8
/** Our own payload type for pressed keys (RFC 4733); some phones send them under their own. */
const KEY_EVENTS = 101
const KEYS = '0123456789*#ABCD'
const RTP_HEAD = 12

interface Parts {
  /** The IPv4 address in our session description. */
  host: string
  onSpoken(): void
  pressed(key: string): void
}

/** Address and payload types of the other end. */
interface Way {
  host: string
  port: number
  kind: typeof MU_LAW | typeof A_LAW
  keyEvents: number
}

/**
 * One end of a call in plain RTP, as telephone companies use it: plays its µ-law sound once, reports pressed keys, counts received sound.
 */
export class RtpPeer {
  receivedBytes = 0
  isSpeaking = true
  readonly #sound: Buffer
  readonly #parts: Parts
  readonly #socket = dgram.createSocket('udp4')
  readonly #ssrc = crypto.randomInt(2 ** 32)
  readonly #firstTimestamp = crypto.randomInt(2 ** 31)
  #sequence = crypto.randomInt(2 ** 15)
  #own = ''
  #version = 0
  #way: Way | null = null
  #lastKey: number | null = null
  #clock: NodeJS.Timeout | null = null
  #isClosed = false

  constructor(sound: Buffer, parts: Parts) {
    this.#sound = sound
    this.#parts = parts
  }

  async offer(): Promise<string> {
    // An unreachable address counts as silence: the call ends when the sound has been played.
    this.#socket.on('message', (packet) => this.#onEvent(packet)).on('error', () => undefined)
    this.#socket.bind(0)
    await once(this.#socket, 'listening')
    const { host } = this.#parts
    this.#own = [
      'v=0',
      `o=- 1 0 IN IP4 ${host}`,
      's=-',
      `c=IN IP4 ${host}`,
      't=0 0',
      `m=audio ${this.#socket.address().port} RTP/AVP ${A_LAW} ${MU_LAW} ${KEY_EVENTS}`,
      `a=rtpmap:${A_LAW} PCMA/8000`,
      `a=rtpmap:${MU_LAW} PCMU/8000`,
      `a=rtpmap:${KEY_EVENTS} telephone-event/8000`,
      `a=fmtp:${KEY_EVENTS} 0-15`,
      `a=ptime:${PACKET_MS}`,
      'a=sendrecv',
      '',
    ].join('\r\n')
    return this.#own
  }

  async answered(sdp: string): Promise<void> {
    this.#way = wayIn(sdp)
    this.#speak()
  }

  /** The other end has a new address, or the direction changes. */
  async reoffered(sdp: string): Promise<string> {
    if (directionOf(sdp) === null) throw new Error('no sound is offered')
    this.#way = wayIn(sdp)
    this.#version += 1
    return answeredAgain(this.#own, sdp, 'active', this.#version)
  }

  close(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#stop()
    this.#socket.close()
  }

  #speak(): void {
    let begun = performance.now()
    let packets = 0
    this.#clock ??= setInterval(() => {
      const late = Math.floor((performance.now() - begun) / PACKET_MS) - packets
      begun += Math.max(0, late - MAX_AT_ONCE) * PACKET_MS
      const due = packets + Math.min(late, MAX_AT_ONCE)
      for (; packets < due; packets++) this.#send(packets)
      if (packets * BYTES_PER_PACKET < this.#sound.length) return
      this.#stop()
      this.#parts.onSpoken()
    }, PACKET_MS)
  }

  #stop(): void {
    if (this.#clock) clearInterval(this.#clock)
    this.#clock = null
  }

  #send(packet: number): void {
    const chunk = this.#sound.subarray(packet * BYTES_PER_PACKET, (packet + 1) * BYTES_PER_PACKET)
    if (!this.#way || !this.isSpeaking || chunk.length === 0) return
    const { kind, port, host } = this.#way
    const head = Buffer.alloc(RTP_HEAD)
    head.writeUInt8(0x80, 0)
    head.writeUInt8(kind | (packet === 0 ? 0x80 : 0), 1)
    head.writeUInt16BE(this.#sequence & 0xffff, 2)
    head.writeUInt32BE((this.#firstTimestamp + packet * BYTES_PER_PACKET) >>> 0, 4)
    head.writeUInt32BE(this.#ssrc, 8)
    this.#sequence += 1
    const codes = kind === A_LAW ? chunk.map((code) => A_LAW_OF_MU_LAW[code] ?? 0) : chunk
    this.#socket.send([head, codes], port, host, () => undefined)
  }

  #onEvent(packet: Buffer): void {
    if (packet.length <= RTP_HEAD || (packet[0] ?? 0) >> 6 !== 2) return
    // A description says how its author wants to receive keys, not how it sends them (RFC 3264 §5.1).
    const isKey = this.#way !== null && [KEY_EVENTS, this.#way.keyEvents].includes((packet[1] ?? 0) & 0x7f)
    if (!isKey) {
      this.receivedBytes += packet.length - RTP_HEAD
      return
    }
    // A key is sent in many packets with the time at which it was pressed.
    const pressedAt = packet.readUInt32BE(4)
    const key = KEYS[packet[RTP_HEAD] ?? KEYS.length]
    if (pressedAt === this.#lastKey || key === undefined) return
    this.#lastKey = pressedAt
    this.#parts.pressed(key)
  }
}

function wayIn(sdp: string): Way {
  const [, port, kinds = ''] = /^m=audio (\d+) RTP\/AVP ([\d ]+)\r?$/m.exec(sdp) ?? []
  const section = sdp.slice(sdp.search(/^m=audio /m))
  const [, host] = /^c=IN IP4 (\S+)\r?$/m.exec(section) ?? /^c=IN IP4 (\S+)\r?$/m.exec(sdp) ?? []
  const kind = kinds.split(' ').map(Number).find(isOurs)
  const to = Number(port)
  // A disabled stream has port 0, to which no packet can be sent.
  if (!host || !(to > 0 && to < 65_536) || kind === undefined) throw new Error('no way for the sound')
  const [, keyEvents] = /^a=rtpmap:(\d+) telephone-event\/8000/m.exec(section) ?? []
  return { host, port: to, kind, keyEvents: Number(keyEvents ?? KEY_EVENTS) }
}

const isOurs = (kind: number): kind is Way['kind'] => kind === MU_LAW || kind === A_LAW
