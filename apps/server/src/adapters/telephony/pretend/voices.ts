/** A voice on the telephone that needs no browser. */
export interface Voice {
  /** Its offer to the exchange. */
  readonly offer: string
  /** Bytes of sound that reached it so far. */
  readonly receivedBytes: number
  answered(sdp: string): void
  /** A later offer from the other end; resolves with the answer. */
  reoffered(sdp: string): Promise<string>
  speaks(isSpeaking: boolean): void
  close(): void
}

/** Plays announcements. */
export interface Sayer {
  /**
   * Plays the sound (µ-law, 8 kHz) once as soon as it is connected, then calls `onFinished`; rejects when this machine cannot. `pressed`
   * gets keys sent with the sound.
   */
  say(sound: Uint8Array, onFinished: () => void, pressed?: (key: string) => void): Promise<Voice>
  stop(): Promise<void>
}

export interface Voices {
  /** A new voice that hums at this pitch; rejects when this machine cannot make one. */
  open(hertz: number): Promise<Voice>
  stop(): Promise<void>
}
