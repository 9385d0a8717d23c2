import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Logger } from 'pino'
import { kindOfError } from '../../../platform/lifecycle/kind-of-error.ts'
import { runEvery } from '../../../platform/lifecycle/run-every.ts'
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
  /** Folder of the sound files. */
  to: string
  /** Resolves when the server has saved it; throws `UnknownCall` when it has no such call. */
  onSound(sound: RecordedSound): Promise<void>
  log: Logger
}

const POLL_INTERVAL_MS = 2000
const HOUR_MS = 3_600_000
/** No call lasts longer: recordings that a killed rtpengine left open are finished then, and recordings of unknown calls removed. */
const FORGOTTEN_MS = 24 * HOUR_MS
/** Delay before a failed call is tried again. */
const RESTS_MS = HOUR_MS / 6
const NOBODYS = 'no call of the house has its name'
/** The folders that rtpengine creates. */
const FOLDERS = ['pcaps', 'metadata'] as const
type Folder = (typeof FOLDERS)[number]
/** `<Call-ID>-<16 hexadecimal digits>.pcap` */
const PACKETS = /^(.+)-([\da-f]{16})\.pcap$/
/** Metadata that kamailio.cfg adds to a recording: the server's id of the call, in hexadecimal digits. */
const NAME_OF_SERVER = /^dispecerat:((?:[\da-f]{2})+)\s*$/m

/**
 * Converts calls that rtpengine stored as packets (recording-method pcap) into sound files, then removes the packets. It polls the folder,
 * so that a call that ended while no process ran is found too. Several nodes write identical files.
 */
export class RecordedCalls {
  readonly #parts: Parts
  /** Failed files, and when they are tried again. */
  readonly #rests = new Map<string, number>()
  #poller: { stop(): Promise<void> } | null = null
  #isSwept = false
  #isStopped = false

  constructor(parts: Parts) {
    this.#parts = parts
  }

  start(): void {
    const failed = 'the folder of recorded calls cannot be read'
    const { log } = this.#parts
    this.#poller ??= runEvery({ log }, { everyMs: POLL_INTERVAL_MS, run: () => this.poll(Date.now()), failed })
  }

  /** Waits for the file that is being written. */
  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#poller?.stop()
  }

  /** One poll: every call that is over. */
  async poll(now: number): Promise<void> {
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

  /** Metadata of finished calls, by the file of their packets. */
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

  /** False when the server has no such call. */
  async #emit(sound: RecordedSound): Promise<boolean> {
    try {
      await this.#parts.onSound(sound)
      return true
    } catch (error) {
      if (error instanceof UnknownCall) return false
      throw error
    }
  }

  /** Without a row of the call nobody could play it, and no retention job would remove it. */
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

  /** Runs once: removes unfinished files of a killed process. */
  async #sweep(now: number): Promise<void> {
    if (this.#isSwept) return
    for (const file of await readdir(this.#parts.to)) {
      const where = path.join(this.#parts.to, file)
      if (PART.test(file) && (await isOlder(where, now - HOUR_MS))) await rm(where, { force: true })
    }
    this.#isSwept = true
  }

  /** Empty before rtpengine has created its folders. */
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

/** True when a file or a folder does not exist. */
function isMissing(error: unknown): error is Error & { path: string } {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT' && 'path' in error
}

async function isOlder(file: string, than: number): Promise<boolean> {
  const found = await stat(file).catch(() => null)
  return found !== null && found.mtimeMs < than
}
