import type { Logger } from 'pino'
import { RecordingsFolder } from '../recordings-folder.ts'
import type { Telephony } from '../telephony.ts'
import { RecordedCalls, type RecordedSound } from './recorded-calls.ts'

interface Parts {
  /** Folder of the sound files; null when calls are not recorded. */
  recordingsDir: string | null
  /** Folder in which rtpengine stores packets; null when something else writes the sound files. */
  rtpengineDir: string | null
  onSound(sound: RecordedSound): Promise<void>
  log: Logger
}

const TRIES = 30

/** The sound of calls: files that appear in the folder after a call, or made here from rtpengine's packets. */
export class CallSounds {
  readonly #folder: RecordingsFolder
  readonly #onSound: Parts['onSound']
  readonly #recordedCalls: RecordedCalls | null

  constructor({ recordingsDir, rtpengineDir, onSound, log }: Parts) {
    this.#folder = new RecordingsFolder(recordingsDir)
    this.#onSound = onSound
    this.#recordedCalls =
      recordingsDir === null || rtpengineDir === null
        ? null
        : new RecordedCalls({ from: rtpengineDir, to: recordingsDir, onSound, log })
  }

  start(): void {
    this.#recordedCalls?.start()
  }

  async stop(): Promise<void> {
    await this.#recordedCalls?.stop()
  }

  open(file: string): ReturnType<Telephony['recording']> {
    return this.#folder.open(file)
  }

  /** Waits for the file of a finished call, which is completed within a while. */
  async lookFor(sipCallerId: string): Promise<void> {
    if (this.#recordedCalls || !this.#folder.isKept) return
    const sound = await this.#folder.finished(sipCallerId, TRIES)
    if (sound) await this.#onSound({ sipCallerId, ...sound })
  }
}
