import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** Mono, 16 bit: a sound of 1.85 s stays under 60 KB. */
const RATE = 16_000
const LOUDEST = 0.72
/** Fade-in and fade-out, because a sound that starts or ends in the middle of a wave clicks. */
const SOFT_EDGE_SECONDS = 0.004

type Wave = (seconds: number) => number

interface Note {
  at: number
  seconds: number
  wave: Wave
}

interface Sound {
  /** Includes the silence at the end, since the sound repeats while a call rings. */
  seconds: number
  notes: Note[]
}

const sine = (hertz: number, seconds: number) => Math.sin(2 * Math.PI * hertz * seconds)
const fading = (seconds: number, halfLife: number) => 0.5 ** (seconds / halfLife)

/** The sound of a struck object: partials by [ratio, loudness, half-life in seconds]. */
function struck(hertz: number, partials: readonly (readonly [number, number, number])[]): Wave {
  return (t) => partials.reduce((sum, [ratio, loud, half]) => sum + loud * fading(t, half) * sine(hertz * ratio, t), 0)
}

/** The two gongs of an old telephone, hit in turn 22 times a second. */
const gongs: Wave = (t) => {
  const hits = Math.floor(t * 22)
  const since = t - hits / 22
  const hertz = hits % 2 === 0 ? 1180 : 1480
  return struck(hertz, [
    [1, 1, 0.05],
    [2.41, 0.35, 0.02],
    [3.9, 0.12, 0.01],
  ])(since)
}

const church = struck(494, [
  [0.5, 0.5, 0.6],
  [1, 0.9, 0.42],
  [1.2, 0.55, 0.3],
  [1.5, 0.35, 0.24],
  [2, 0.6, 0.2],
  [2.67, 0.3, 0.1],
  [4.1, 0.16, 0.05],
])

/** Soft corners: the odd overtones of a square wave, each weaker than its own. */
const beep =
  (hertz: number): Wave =>
  (t) =>
    sine(hertz, t) + 0.22 * sine(hertz * 3, t) + 0.08 * sine(hertz * 5, t)

const marimba = (hertz: number) =>
  struck(hertz, [
    [1, 1, 0.16],
    [3.93, 0.3, 0.04],
    [9.2, 0.06, 0.012],
  ])

/** A siren that climbs and falls four times a second. */
const siren: Wave = (t) => {
  const middle = 820
  const depth = 210
  const turns = 4
  return Math.sin(2 * Math.PI * middle * t - (depth / turns) * Math.cos(2 * Math.PI * turns * t))
}

const drop: Wave = (t) => fading(t, 0.07) * Math.sin(2 * Math.PI * (880 * t + 900 * t * t))

const MELODY = [659, 784, 988, 1175, 988, 1319] as const
const DIGITAL = [1047, 1319, 1568] as const

const SOUNDS: Record<string, Sound> = {
  sound: {
    seconds: 1.84,
    notes: [
      { at: 0, seconds: 0.42, wave: gongs },
      { at: 0.6, seconds: 0.42, wave: gongs },
    ],
  },
  bell: { seconds: 1.84, notes: [{ at: 0, seconds: 1.8, wave: church }] },
  digital: {
    seconds: 1.6,
    notes: [0, 0.42].flatMap((start) =>
      DIGITAL.map((hertz, n) => ({ at: start + n * 0.09, seconds: 0.08, wave: beep(hertz) })),
    ),
  },
  alarm: { seconds: 1.5, notes: [{ at: 0, seconds: 1.25, wave: siren }] },
  melody: {
    seconds: 1.84,
    notes: MELODY.map((hertz, n) => ({ at: n * 0.16, seconds: 0.6, wave: marimba(hertz) })),
  },
  short: { seconds: 1.5, notes: [0, 0.16].map((at) => ({ at, seconds: 0.14, wave: drop })) },
  queue: {
    seconds: 0.75,
    notes: [
      { at: 0, seconds: 0.3, wave: marimba(784) },
      { at: 0.24, seconds: 0.5, wave: marimba(523) },
    ],
  },
}

function samplesOf({ seconds, notes }: Sound): Float64Array {
  const samples = new Float64Array(Math.round(seconds * RATE))
  for (const note of notes) {
    const first = Math.round(note.at * RATE)
    const count = Math.min(Math.round(note.seconds * RATE), samples.length - first)
    for (let n = 0; n < count; n++) {
      const edge = Math.min(1, n / RATE / SOFT_EDGE_SECONDS, (count - n) / RATE / SOFT_EDGE_SECONDS)
      samples[first + n] = (samples[first + n] ?? 0) + edge * note.wave(n / RATE)
    }
  }
  const peak = samples.reduce((max, sample) => Math.max(max, Math.abs(sample)), 0)
  return samples.map((sample) => (sample / peak) * LOUDEST)
}

/** RIFF, one PCM channel of 16 bit. */
function wavOf(samples: Float64Array): Buffer {
  const bytes = samples.length * 2
  const wav = Buffer.alloc(44 + bytes)
  wav.write('RIFF', 0)
  wav.writeUInt32LE(36 + bytes, 4)
  wav.write('WAVEfmt ', 8)
  wav.writeUInt32LE(16, 16)
  wav.writeUInt16LE(1, 20)
  wav.writeUInt16LE(1, 22)
  wav.writeUInt32LE(RATE, 24)
  wav.writeUInt32LE(RATE * 2, 28)
  wav.writeUInt16LE(2, 32)
  wav.writeUInt16LE(16, 34)
  wav.write('data', 36)
  wav.writeUInt32LE(bytes, 40)
  samples.forEach((sample, n) => {
    wav.writeInt16LE(Math.round(sample * 32_767), 44 + n * 2)
  })
  return wav
}

const folder = fileURLToPath(new URL('../../apps/console/public/audio/', import.meta.url))
fs.mkdirSync(folder, { recursive: true })
for (const [name, sound] of Object.entries(SOUNDS)) {
  const wav = wavOf(samplesOf(sound))
  fs.writeFileSync(path.join(folder, `${name}.wav`), wav)
  console.log(`${name}.wav ${(wav.length / 1024).toFixed(1)} KB`)
}
