import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { Mix, SAMPLES_PER_SECOND } from './mix.ts'
import { PcapReader } from './pcap-reader.ts'

const HEAD_BYTES = 44
const BYTES_PER_SAMPLE = 2
const MAX_WAITING = 256 * 1024
/** Name of a file that is being written; no search by call finds it. */
export const PART = /^\..+\.part$/

/** 'silent': there was no sound; 'unreadable': some sound is not G.711, so that a part would be missing. */
export type Written = { seconds: number } | 'silent' | 'unreadable'

/** Makes a WAV of the packets of a call, all speakers mixed. The file is written atomically. */
export async function writeSound(packets: string, sound: string): Promise<Written> {
  const part = path.join(path.dirname(sound), `.${randomUUID()}.part`)
  const handle = await open(part, 'w')
  try {
    const { samples, unread } = await write(handle, packets)
    if (unread > 0) return 'unreadable'
    if (samples === 0) return 'silent'
    await handle.write(wavHead(samples * BYTES_PER_SAMPLE), 0, HEAD_BYTES, 0)
    await handle.sync()
    await rename(part, sound)
    return { seconds: Math.round(samples / SAMPLES_PER_SECOND) }
  } finally {
    await handle.close()
    await rm(part, { force: true })
  }
}

async function write(handle: FileHandle, packets: string): Promise<Mix> {
  const reader = new PcapReader()
  const mix = new Mix()
  const blocks: Buffer[] = []
  let waiting = 0
  let at = HEAD_BYTES
  const put = async () => {
    await handle.write(Buffer.concat(blocks), 0, waiting, at)
    at += waiting
    waiting = blocks.length = 0
  }
  const take = async (finished: Iterable<Buffer>) => {
    for (const block of finished) {
      blocks.push(block)
      waiting += block.length
      if (waiting > MAX_WAITING) await put()
    }
  }
  for await (const piece of createReadStream(packets)) {
    for (const packet of reader.feed(piece as Buffer)) await take(mix.add(packet))
  }
  await take(mix.rest())
  await put()
  return mix
}

/** 16-bit PCM, one channel. */
function wavHead(bytes: number): Buffer {
  const head = Buffer.alloc(HEAD_BYTES)
  head.write('RIFF', 0, 'latin1')
  head.writeUInt32LE(36 + bytes, 4)
  head.write('WAVEfmt ', 8, 'latin1')
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(SAMPLES_PER_SECOND, 24)
  head.writeUInt32LE(SAMPLES_PER_SECOND * BYTES_PER_SAMPLE, 28)
  head.writeUInt16LE(BYTES_PER_SAMPLE, 32)
  head.writeUInt16LE(16, 34)
  head.write('data', 36, 'latin1')
  head.writeUInt32LE(bytes, 40)
  return head
}
