import { expect, test } from 'vitest'
import { aHum, toMuLaw } from './hum.ts'

/** The values of ITU-T G.711, table 2a/2b. */
test.each([
  [0, 0xff],
  [-1, 0x7f],
  [32_767, 0x80],
  [-32_768, 0x00],
  [1000, 0xce],
  [-1000, 0x4e],
])('a sample of %i is %i in µ-law', (sample, code) => {
  expect(toMuLaw(sample)).toBe(code)
})

/** G.711's own expansion. */
function fromMuLaw(code: number): number {
  const byte = ~code & 0xff
  const magnitude = (((byte & 0x0f) << 3) + 132) << ((byte & 0x70) >> 4)
  return byte & 0x80 ? 132 - magnitude : magnitude - 132
}

/** Share of a pitch in the sound (Goertzel). */
function share(sound: Buffer, hertz: number): number {
  let real = 0
  let imaginary = 0
  sound.forEach((code, at) => {
    const turn = (2 * Math.PI * hertz * at) / 8000
    real += fromMuLaw(code) * Math.cos(turn)
    imaginary += fromMuLaw(code) * Math.sin(turn)
  })
  return Math.hypot(real, imaginary) / sound.length
}

test('a hum is loudest at its own pitch', () => {
  const hum = aHum(440)
  expect(hum).toHaveLength(8000)
  const others = [220, 330, 550, 660, 880].map((hertz) => share(hum, hertz))
  expect(share(hum, 440)).toBeGreaterThan(2 * Math.max(...others))
})
