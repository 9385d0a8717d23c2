/** A voice on the telephone that needs no browser. */
export interface Voice {
  /** What it offers to the exchange. */
  readonly offer: string
  /** Bytes of sound that reached it so far. */
  readonly heardBytes: number
  answered(sdp: string): void
  /** A later offer from the other end; resolves to the answer. */
  reoffered(sdp: string): Promise<string>
  speaks(isSpeaking: boolean): void
  close(): void
}

/** A voice that has one thing to say. */
export interface Sayer {
  /**
   * Says the sound (µ-law, 8 kHz) once as soon as it is connected, then tells so; rejects when this machine cannot. `pressed` hears keys
   * that come with the sound.
   */
  say(sound: Uint8Array, said: () => void, pressed?: (key: string) => void): Promise<Voice>
  stop(): Promise<void>
}

export interface Voices {
  /** A new voice that hums at this pitch; rejects when this machine cannot make one. */
  open(hertz: number): Promise<Voice>
  stop(): Promise<void>
}
