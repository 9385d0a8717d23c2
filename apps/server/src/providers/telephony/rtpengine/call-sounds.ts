import type { Logger } from 'pino'
import { RecordingsFolder } from '../recordings-folder.ts'
import type { Telephony } from '../telephony.ts'
import { RecordedCalls, type RecordedSound } from './recorded-calls.ts'

interface Parts {
  /** Where sound files of calls are; null: no call is recorded. */
  recordingsDir: string | null
  /** Where rtpengine keeps calls as packets; null: somebody else writes the sound files. */
  rtpengineDir: string | null
  onSound(sound: RecordedSound): Promise<void>
  log: Logger
}

const TRIES = 30

/** The sound of calls: files somebody leaves in the folder when a call ends, or made here of what rtpengine keeps. */
export class CallSounds {
  readonly #folder: RecordingsFolder
  readonly #onSound: Parts['onSound']
  readonly #kept: RecordedCalls | null

  constructor({ recordingsDir, rtpengineDir, onSound: heard, log }: Parts) {
    this.#folder = new RecordingsFolder(recordingsDir)
    this.#onSound = heard
    this.#kept =
      recordingsDir === null || rtpengineDir === null
        ? null
        : new RecordedCalls({ from: rtpengineDir, to: recordingsDir, onSound: heard, log })
  }

  start(): void {
    this.#kept?.start()
  }

  async stop(): Promise<void> {
    await this.#kept?.stop()
  }

  open(file: string): ReturnType<Telephony['recording']> {
    return this.#folder.open(file)
  }

  /** A call is over: whoever writes its file finishes it within a while. */
  async lookFor(sipCallerId: string): Promise<void> {
    if (this.#kept || !this.#folder.isKept) return
    const sound = await this.#folder.finished(sipCallerId, TRIES)
    if (sound) await this.#onSound({ sipCallerId, ...sound })
  }
}
