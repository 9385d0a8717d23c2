import fs from 'node:fs'
import { lstat, open, readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Telephony } from './telephony.ts'

type Recording = NonNullable<Awaited<ReturnType<Telephony['recording']>>>

const MIME = new Map([
  ['.wav', 'audio/wav'],
  ['.mp3', 'audio/mpeg'],
  ['.ogg', 'audio/ogg'],
  ['.webm', 'audio/webm'],
])
/** A name in the folder itself: no path out of it, no hidden file. */
const FILE_NAME = /^[\w%+@~-][\w.%+@~-]{0,250}$/

const WAV_HEADER_BYTES = 44
const BYTES_PER_SECOND_AT = 28
const MILLISECONDS = 1000

/** Encodes a Call-ID in a file name: everything but letters, digits, - . _ and ~ as %XX, like rtpengine. */
export function fileNameOf(callId: string): string {
  return encodeURIComponent(callId).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
}

/** The folder in which an exchange stores the sound of calls. Without a folder nothing is stored. */
export class RecordingsFolder {
  readonly #folder: string | null

  constructor(folder: string | null) {
    this.#folder = folder
  }

  get isKept(): boolean {
    return this.#folder !== null
  }

  /** A sound file of the folder; null when it is missing, not a sound, or outside the folder. */
  async open(file: string): Promise<Recording | null> {
    const found = await this.#look(file)
    if (!found) return null
    const { where, bytes, mime } = found
    return { mime, bytes, open: (from, to) => fs.createReadStream(where, { start: from, end: to }) }
  }

  /** Deletes the file; a name outside the folder, or of no file, is ignored. */
  async remove(file: string): Promise<void> {
    const found = await this.#look(file)
    if (found) await rm(found.where, { force: true })
  }

  /** The file of a call: its percent-encoded Call-ID, with a suffix of the exchange. The mix is preferred to one side. */
  async find(callId: string): Promise<string | null> {
    if (this.#folder === null) return null
    const start = fileNameOf(callId)
    const files = await readdir(this.#folder).catch((): string[] => [])
    const own = files.filter((file) => file.startsWith(start) && /^[-._]/.test(file.slice(start.length)))
    const sounds = own.filter((file) => FILE_NAME.test(file) && MIME.has(path.extname(file)))
    return sounds.find((file) => file.includes('-mix')) ?? sounds.sort()[0] ?? null
  }

  /** The length of a plain WAV; 0 for other formats, whose length the player determines. */
  async seconds(file: string): Promise<number> {
    const found = await this.#look(file)
    if (found?.mime !== 'audio/wav') return 0
    const handle = await open(found.where)
    try {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(WAV_HEADER_BYTES), 0, WAV_HEADER_BYTES, 0)
      const perSecond = bytesRead === WAV_HEADER_BYTES ? buffer.readUInt32LE(BYTES_PER_SECOND_AT) : 0
      return perSecond === 0 ? 0 : Math.max(0, Math.round((found.bytes - WAV_HEADER_BYTES) / perSecond))
    } finally {
      await handle.close()
    }
  }

  /** The file of a call, once it has stopped growing; exchanges finish it after the call. */
  async finished(callId: string, tries: number): Promise<{ file: string; seconds: number } | null> {
    let before = -1
    for (let attempt = 0; attempt < tries; attempt += 1) {
      const file = await this.find(callId)
      const bytes = file === null ? -1 : ((await this.#look(file))?.bytes ?? -1)
      if (file !== null && bytes > 0 && bytes === before) return { file, seconds: await this.seconds(file) }
      before = bytes
      await new Promise((resolve) => setTimeout(resolve, MILLISECONDS).unref())
    }
    return null
  }

  async #look(file: string): Promise<{ where: string; bytes: number; mime: string } | null> {
    const mime = MIME.get(path.extname(file))
    if (this.#folder === null || !mime || !FILE_NAME.test(file)) return null
    const where = path.join(this.#folder, file)
    const stat = await lstat(where).catch(() => null)
    return stat?.isFile() ? { where, bytes: stat.size, mime } : null
  }
}
