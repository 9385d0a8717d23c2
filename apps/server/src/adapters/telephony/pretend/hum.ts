const SAMPLES_PER_SECOND = 8000
const LOUDNESS = 9000
/** Syllables per second, and the loudness between two. */
const SYLLABLES = 4
const QUIETEST = 0.35
const OVERTONE = 0.25

const BIAS = 132
const CLIP = 32_635

/** One sample, −32768 to 32767, as G.711 µ-law. */
export function toMuLaw(sample: number): number {
  const sign = sample < 0 ? 0x80 : 0
  const magnitude = Math.min(Math.abs(sample), CLIP) + BIAS
  const exponent = Math.max(0, Math.floor(Math.log2(magnitude)) - 7)
  return ~(sign | (exponent << 4) | ((magnitude >> (exponent + 3)) & 0x0f)) & 0xff
}

/** A second of humming at this pitch, in µ-law at 8 kHz; a whole number of hertz repeats without a seam. */
export function aHum(hertz: number): Buffer {
  const second = Buffer.alloc(SAMPLES_PER_SECOND)
  for (let at = 0; at < second.length; at++) {
    const turn = (2 * Math.PI * at) / SAMPLES_PER_SECOND
    const syllable = QUIETEST + ((1 - QUIETEST) * (1 - Math.cos(turn * SYLLABLES))) / 2
    const voice = Math.sin(turn * hertz) + OVERTONE * Math.sin(turn * hertz * 2)
    second[at] = toMuLaw(Math.round(LOUDNESS * syllable * voice))
  }
  return second
}
