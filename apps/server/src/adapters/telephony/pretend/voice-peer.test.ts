import dgram from 'node:dgram'
import { afterEach, expect, test, vi } from 'vitest'
import { PACKET_MS, VoicePeer } from './voice-peer.ts'

afterEach(() => void vi.restoreAllMocks())

test('two voices have sound both ways though every datagram arrives twice', async () => {
  const send = dgram.Socket.prototype.send as (...args: unknown[]) => void
  vi.spyOn(dgram.Socket.prototype, 'send').mockImplementation(function (this: dgram.Socket, ...args: unknown[]) {
    send.apply(this, args)
    send.apply(this, args)
  })
  const caller = new VoicePeer(Buffer.alloc(4000, 0xce))
  const dispatcher = new VoicePeer(Buffer.alloc(4000, 0xce))
  await caller.answered(await dispatcher.reoffered(await caller.offer()))
  const speaking = setInterval(() => {
    for (const voice of [caller, dispatcher]) voice.speak()
  }, PACKET_MS)
  await expect.poll(() => Math.min(caller.receivedBytes, dispatcher.receivedBytes)).toBeGreaterThan(0)
  clearInterval(speaking)
  caller.close()
  dispatcher.close()
})
