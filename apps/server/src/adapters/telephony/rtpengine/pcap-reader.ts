/** One packet of sound (RTP, RFC 3550). */
export interface SoundPacket {
  /** Arrival time, in milliseconds. */
  at: number
  /** 0 is µ-law, 8 A-law; types from 96 on are defined by the call's session description. */
  kind: number
  /** Identifies the speaker: a number chosen by the sender. */
  ssrc: number
  /** The sender's clock, in samples. */
  timestamp: number
  payload: Buffer
}

const FILE_HEAD = 24
const PACKET_HEAD = 16
/** Magic numbers for microseconds and nanoseconds; the byte order is that of the writing machine. */
const MICRO = 0xa1b2c3d4
const NANO = 0xa1b23c4d
/** Bytes before each IP packet: none, or an Ethernet header. */
const LINK_BYTES = new Map([
  [101, 0],
  [1, 14],
])
const MAX_PACKET = 65_600
const UDP = 17

/** Reads rtpengine's recording of a call (recording-method pcap), piece by piece. Anything but sound is skipped. */
export class PcapReader {
  #rest: Buffer = Buffer.alloc(0)
  #file: { isLittle: boolean; perMs: number; link: number } | null = null

  /** The packets that are complete now; throws when it is no pcap file. */
  feed(piece: Buffer): SoundPacket[] {
    let bytes: Buffer = this.#rest.length === 0 ? piece : Buffer.concat([this.#rest, piece])
    if (this.#file === null) {
      if (bytes.length < FILE_HEAD) {
        this.#rest = bytes
        return []
      }
      this.#file = fileOf(bytes)
      bytes = bytes.subarray(FILE_HEAD)
    }
    const { isLittle, perMs, link } = this.#file
    const number = (at: number) => (isLittle ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at))
    const packets: SoundPacket[] = []
    let at = 0
    while (bytes.length - at >= PACKET_HEAD) {
      const length = number(at + 8)
      if (length > MAX_PACKET) throw new Error('a packet longer than any')
      const end = at + PACKET_HEAD + length
      if (bytes.length < end) break
      const came = number(at) * 1000 + number(at + 4) / perMs
      const packet = soundOf(bytes.subarray(at + PACKET_HEAD + link, end), came)
      if (packet) packets.push(packet)
      at = end
    }
    this.#rest = bytes.subarray(at)
    return packets
  }
}

function fileOf(bytes: Buffer): { isLittle: boolean; perMs: number; link: number } {
  for (const isLittle of [true, false]) {
    const number = (at: number) => (isLittle ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at))
    const link = LINK_BYTES.get(number(20))
    if (link === undefined) continue
    if (number(0) === MICRO) return { isLittle, link, perMs: 1000 }
    if (number(0) === NANO) return { isLittle, link, perMs: 1_000_000 }
  }
  throw new Error('no file of packets')
}

/** An IP packet that carries UDP that carries RTP. */
function soundOf(ip: Buffer, at: number): SoundPacket | null {
  const version = (ip[0] ?? 0) >> 4
  const head = version === 4 ? ((ip[0] ?? 0) & 0x0f) * 4 : 40
  const protocol = version === 4 ? ip[9] : ip[6]
  if ((version !== 4 && version !== 6) || protocol !== UDP) return null
  const rtp = ip.subarray(head + 8)
  const [first = 0, second = 0] = rtp
  const kind = second & 0x7f
  // RTCP uses the same port: these numbers are reserved for it (RFC 5761).
  if (rtp.length < 12 || first >> 6 !== 2 || (kind >= 64 && kind < 96)) return null
  let start = 12 + (first & 0x0f) * 4
  if (first & 0x10 && rtp.length >= start + 4) start += 4 + rtp.readUInt16BE(start + 2) * 4
  const padding = first & 0x20 ? (rtp.at(-1) ?? 0) : 0
  const payload = rtp.subarray(start, Math.max(start, rtp.length - padding))
  return { at, kind, ssrc: rtp.readUInt32BE(8), timestamp: rtp.readUInt32BE(4), payload }
}
