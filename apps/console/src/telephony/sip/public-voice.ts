/** A hum with syllables, because a plain tone is tiring after a minute. */
const SYLLABLES_HERTZ = 4
const LOUDNESS = 0.3
const SYLLABLE_DEPTH = 0.12
/** The Romanian tone for a call on hold: two short notes, then a pause. */
const HOLD = { hertz: 425, volume: 0.06, notesMs: [0, 350], noteMs: 200, everyMs: 2500 }

let context: AudioContext | null = null

function sound(): AudioContext {
  context ??= new AudioContext()
  if (context.state === 'suspended') void context.resume()
  return context
}

export interface PublicVoice {
  stream: MediaStream
  stop(): void
}

/** A simulated voice that hums at this pitch. */
export function aHum(hertz: number): PublicVoice {
  const here = sound()
  const out = here.createMediaStreamDestination()
  const voice = new OscillatorNode(here, { frequency: hertz })
  const loudness = new GainNode(here, { gain: LOUDNESS })
  const syllables = new OscillatorNode(here, { frequency: SYLLABLES_HERTZ })
  const depth = new GainNode(here, { gain: SYLLABLE_DEPTH })
  voice.connect(loudness).connect(out)
  syllables.connect(depth).connect(loudness.gain)
  for (const one of [voice, syllables]) one.start()
  return {
    stream: out.stream,
    stop: () => {
      for (const one of [voice, syllables]) one.stop()
      for (const track of out.stream.getTracks()) track.stop()
    },
  }
}

/** The machine's own microphone; rejects when it cannot be used. */
export async function anOwnVoice(): Promise<PublicVoice> {
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true })
  return {
    stream,
    stop: () => {
      for (const track of stream.getTracks()) track.stop()
    },
  }
}

let waiting: ReturnType<typeof setInterval> | null = null

/** Plays the hold tone, or stops it. */
export function playHoldTone(isPlaying: boolean) {
  if (isPlaying === (waiting !== null)) return
  if (waiting !== null) {
    clearInterval(waiting)
    waiting = null
    return
  }
  waiting = setInterval(twoNotes, HOLD.everyMs)
  twoNotes()
}

function twoNotes() {
  const here = sound()
  for (const afterMs of HOLD.notesMs) {
    const note = new OscillatorNode(here, { frequency: HOLD.hertz })
    note.connect(new GainNode(here, { gain: HOLD.volume })).connect(here.destination)
    const at = here.currentTime + afterMs / 1000
    note.start(at)
    note.stop(at + HOLD.noteMs / 1000)
  }
}
