import os from 'node:os'
import { parentPort } from 'node:worker_threads'
import { aHum } from './hum.ts'
import { RtpPeer } from './rtp-peer.ts'
import type { VoiceReply, VoiceRequest } from './voice-messages.ts'
import { PACKET_MS, VoicePeer } from './voice-peer.ts'

const HEARD_EVERY_MS = 1000
/** After a pause of the machine the missing packets are dropped, not sent at once. */
const MAX_AT_ONCE = 5
const NICE = 5

// Only Linux can renice one thread. Dispatchers have priority over simulated callers.
if (process.platform === 'linux') os.setPriority(0, NICE)

const voices = new Map<number, VoicePeer | RtpPeer>()
const tell = (said: VoiceReply) => parentPort?.postMessage(said)

parentPort?.on('message', (asked: VoiceRequest) => {
  const n = asked.ask === 'reoffered' ? asked.n : 0
  onEvent(asked).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error)
    tell({ said: 'failed', voice: asked.voice, n, reason })
  })
})

async function onEvent(asked: VoiceRequest): Promise<void> {
  const { voice } = asked
  if (asked.ask === 'open' || asked.ask === 'say') {
    const peer = asked.ask === 'open' ? new VoicePeer(aHum(asked.hertz)) : sayerOf(asked)
    voices.set(voice, peer)
    tell({ said: 'sdp', voice, n: 0, sdp: await peer.offer() })
    return
  }
  const peer = voices.get(voice)
  if (!peer) return
  switch (asked.ask) {
    case 'answered':
      return peer.answered(asked.sdp)
    case 'reoffered':
      return tell({ said: 'sdp', voice, n: asked.n, sdp: await peer.reoffered(asked.sdp) })
    case 'speaks':
      peer.isSpeaking = asked.isSpeaking
      return
    case 'close':
      voices.delete(voice)
      peer.close()
  }
}

function sayerOf({ voice, sound, host }: VoiceRequest & { ask: 'say' }): VoicePeer | RtpPeer {
  const said = () => tell({ said: 'all', voice })
  const pressed = (key: string) => tell({ said: 'key', voice, key })
  return host === undefined
    ? new VoicePeer(Buffer.from(sound), said)
    : new RtpPeer(Buffer.from(sound), { host, said, pressed })
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
  if (voices.size > 0) tell({ said: 'heard', bytes: [...voices].map(([voice, peer]) => [voice, peer.heardBytes]) })
}, HEARD_EVERY_MS)
