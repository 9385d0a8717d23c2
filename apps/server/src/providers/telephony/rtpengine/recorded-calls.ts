import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Logger } from 'pino'
import { kindOfError } from '../../../kind-of-error.ts'
import { runEvery } from '../../../run-every.ts'
import { fileNameOf } from '../recordings-folder.ts'
import { UnknownCall } from '../telephony.ts'
import { PART, writeSound } from './write-sound.ts'

/** A call that has become a sound file. */
export interface RecordedSound {
  sipCallerId: string
  file: string
  seconds: number
}

interface Parts {
  /** rtpengine's `recording-dir`. */
  from: string
  /** Where sound files of calls are. */
  to: string
  /** Resolves when the house has noted it; throws `UnknownCall` when it has no such call. */
  onSound(sound: RecordedSound): Promise<void>
  log: Logger
}

const POLL_INTERVAL_MS = 2000
const HOUR_MS = 3_600_000
/** No call lasts longer; what an rtpengine that was ended by force left open is finished then, and what is nobody's is removed. */
const FORGOTTEN_MS = 24 * HOUR_MS
/** What failed is tried again after this. */
const RESTS_MS = HOUR_MS / 6
const NOBODYS = 'no call of the house has its name'
/** What rtpengine makes in its folder. */
const FOLDERS = ['pcaps', 'metadata'] as const
type Folder = (typeof FOLDERS)[number]
/** `<Call-ID>-<16 hexadecimal digits>.pcap` */
const PACKETS = /^(.+)-([\da-f]{16})\.pcap$/
/** What kamailio.cfg gives to be kept beside a call: the house's name of it, in hexadecimal digits. */
const NAME_OF_SERVER = /^dispecerat:((?:[\da-f]{2})+)\s*$/m

/**
 * Calls rtpengine keeps as packets (recording-method pcap) become sound files; then the packets go. It looks at the folder again and
 * again, so that a call that ended while nobody was here is found too. Of several who look each writes the same file.
 */
export class RecordedCalls {
  readonly #parts: Parts
  /** What failed, and when it is tried again. */
  readonly #rests = new Map<string, number>()
  #looking: { stop(): Promise<void> } | null = null
  #isSwept = false
  #isStopped = false

  constructor(parts: Parts) {
    this.#parts = parts
  }

  start(): void {
    const failed = 'the folder of recorded calls cannot be read'
    const { log } = this.#parts
    this.#looking ??= runEvery({ log }, { everyMs: POLL_INTERVAL_MS, look: () => this.look(Date.now()), failed })
  }

  /** What is being written is written to its end. */
  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#looking?.stop()
  }

  /** One look: every call that is over. */
  async look(now: number): Promise<void> {
    await mkdir(this.#parts.to, { recursive: true })
    await this.#sweep(now)
    const notes = await this.#notes()
    for (const packets of await this.#list('pcaps')) {
      if (this.#isStopped) return
      const note = notes.get(packets) ?? null
      const isOver = note !== null || (await isOlder(this.#in('pcaps', packets), now - FORGOTTEN_MS))
      if (!isOver || !PACKETS.test(packets) || (this.#rests.get(packets) ?? 0) > now) continue
      await this.#take(packets, note, now).catch((error: unknown) => this.#failed(packets, error, now))
    }
  }

  /** The notes of calls that are over, by the file of their packets. */
  async #notes(): Promise<Map<string, string>> {
    const found = new Map<string, string>()
    for (const note of await this.#list('metadata')) {
      const text = await readFile(this.#in('metadata', note), 'utf8').catch(() => '')
      const [first = ''] = text.split('\n', 1)
      found.set(path.basename(first.trim()), note)
    }
    return found
  }

  async #take(packets: string, note: string | null, now: number): Promise<void> {
    const [, callId = '', mark] = PACKETS.exec(packets) ?? []
    const sipCallerId = (note === null ? null : await this.#nameIn(note)) ?? decodeURIComponent(callId)
    const file = `${fileNameOf(sipCallerId)}-${mark}-mix.wav`
    const from = this.#in('pcaps', packets)
    const written = await writeSound(from, path.join(this.#parts.to, file))
    if (written === 'unreadable') return this.#rest(packets, 'its sound is not G.711', now)
    const isKnown = written === 'silent' || (await this.#emit({ sipCallerId, file, seconds: written.seconds }))
    if (!isKnown && !(await isOlder(from, now - FORGOTTEN_MS))) return this.#rest(packets, NOBODYS, now)
    if (!isKnown) await this.#removeSound(file)
    await rm(from)
    if (note !== null) await rm(this.#in('metadata', note), { force: true })
    this.#rests.delete(packets)
  }

  /** False: the house has no such call. */
  async #emit(sound: RecordedSound): Promise<boolean> {
    try {
      await this.#parts.onSound(sound)
      return true
    } catch (error) {
      if (error instanceof UnknownCall) return false
      throw error
    }
  }

  /** Without a row of a call nobody could hear it, and nothing would remove it when its time is over. */
  async #removeSound(file: string): Promise<void> {
    await rm(path.join(this.#parts.to, file), { force: true })
    this.#parts.log.warn({ reason: NOBODYS }, 'the sound of a recorded call is removed')
  }

  #failed(packets: string, error: unknown, now: number): void {
    // Another node was quicker.
    if (isMissing(error) && this.#isKeptIn(path.dirname(error.path))) return
    this.#rest(packets, kindOfError(error), now)
  }

  #rest(packets: string, reason: string, now: number): void {
    this.#rests.set(packets, now + RESTS_MS)
    this.#parts.log.warn({ reason }, 'a recorded call is not kept yet; it is tried again in ten minutes')
  }

  async #nameIn(note: string): Promise<string | null> {
    const name = NAME_OF_SERVER.exec(await readFile(this.#in('metadata', note), 'utf8'))?.[1]
    return name === undefined ? null : Buffer.from(name, 'hex').toString()
  }

  /** Once: what a process that was ended by force had begun. */
  async #sweep(now: number): Promise<void> {
    if (this.#isSwept) return
    for (const file of await readdir(this.#parts.to)) {
      const where = path.join(this.#parts.to, file)
      if (PART.test(file) && (await isOlder(where, now - HOUR_MS))) await rm(where, { force: true })
    }
    this.#isSwept = true
  }

  /** Nothing before rtpengine has made its folders. */
  async #list(folder: Folder): Promise<string[]> {
    return readdir(path.join(this.#parts.from, folder)).catch((error: unknown) => {
      if (isMissing(error)) return []
      throw error
    })
  }

  #isKeptIn(folder: string): boolean {
    return FOLDERS.some((one) => folder === path.join(this.#parts.from, one))
  }

  #in(folder: Folder, file: string): string {
    return path.join(this.#parts.from, folder, file)
  }
}

/** A file or a folder is not there. */
function isMissing(error: unknown): error is Error & { path: string } {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT' && 'path' in error
}

async function isOlder(file: string, than: number): Promise<boolean> {
  const found = await stat(file).catch(() => null)
  return found !== null && found.mtimeMs < than
}
