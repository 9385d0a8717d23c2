import os from 'node:os'
import { parentPort } from 'node:worker_threads'
import { aHum } from './hum.ts'
import { RtpPeer } from './rtp-peer.ts'
import type { VoiceReply, VoiceRequest } from './voice-messages.ts'
import { PACKET_MS, VoicePeer } from './voice-peer.ts'

const REPORT_INTERVAL_MS = 1000
/** After a pause of the machine the missing packets are dropped, not sent at once. */
const MAX_AT_ONCE = 5
const NICE = 5

// Only Linux can renice one thread. Dispatchers have priority over simulated callers.
if (process.platform === 'linux') os.setPriority(0, NICE)

const voices = new Map<number, VoicePeer | RtpPeer>()
const post = (reply: VoiceReply) => parentPort?.postMessage(reply)

parentPort?.on('message', (request: VoiceRequest) => {
  const n = request.type === 'reoffered' ? request.n : 0
  onEvent(request).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error)
    post({ type: 'failed', voice: request.voice, n, reason })
  })
})

async function onEvent(request: VoiceRequest): Promise<void> {
  const { voice } = request
  if (request.type === 'open' || request.type === 'say') {
    const peer = request.type === 'open' ? new VoicePeer(aHum(request.hertz)) : sayerOf(request)
    voices.set(voice, peer)
    post({ type: 'sdp', voice, n: 0, sdp: await peer.offer() })
    return
  }
  const peer = voices.get(voice)
  if (!peer) return
  switch (request.type) {
    case 'answered':
      return peer.answered(request.sdp)
    case 'reoffered':
      return post({ type: 'sdp', voice, n: request.n, sdp: await peer.reoffered(request.sdp) })
    case 'speaks':
      peer.isSpeaking = request.isSpeaking
      return
    case 'close':
      voices.delete(voice)
      peer.close()
  }
}

function sayerOf({ voice, sound, host }: VoiceRequest & { type: 'say' }): VoicePeer | RtpPeer {
  const reply = () => post({ type: 'all', voice })
  const pressed = (key: string) => post({ type: 'key', voice, key })
  return host === undefined
    ? new VoicePeer(Buffer.from(sound), reply)
    : new RtpPeer(Buffer.from(sound), { host, onSpoken: reply, pressed })
}

let spoken = 0
const begun = performance.now()
setInterval(() => {
  const due = Math.floor((performance.now() - begun) / PACKET_MS)
  const missing = Math.min(due - spoken, MAX_AT_ONCE)
  spoken = due
  for (const peer of voices.values()) {
    // Plain RTP has a timer of its own, because its packets have the usual length.
    if (peer instanceof VoicePeer) for (let packet = 0; packet < missing; packet++) peer.speak()
  }
}, PACKET_MS)

setInterval(() => {
  if (voices.size > 0) post({ type: 'heard', bytes: [...voices].map(([voice, peer]) => [voice, peer.receivedBytes]) })
}, REPORT_INTERVAL_MS)
