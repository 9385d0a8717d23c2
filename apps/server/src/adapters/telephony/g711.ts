/** G.711 codes as linear samples of 16 bits, by RTP payload type. */
export const G711: ReadonlyMap<number, Int16Array> = new Map([
  [0, Int16Array.from({ length: 256 }, (_, code) => fromMuLaw(code))],
  [8, Int16Array.from({ length: 256 }, (_, code) => fromALaw(code))],
])

/** µ-law codes are stored with inverted bits. */
function fromMuLaw(code: number): number {
  const bits = ~code & 0xff
  const magnitude = ((((bits & 0x0f) << 3) + 132) << ((bits & 0x70) >> 4)) - 132
  return bits & 0x80 ? -magnitude : magnitude
}

/** A-law inverts every other bit, and the first bit means a positive sample. */
function fromALaw(code: number): number {
  const bits = code ^ 0x55
  const step = (bits & 0x0f) << 4
  const exponent = (bits & 0x70) >> 4
  const magnitude = exponent === 0 ? step + 8 : (step + 0x108) << (exponent - 1)
  return bits & 0x80 ? magnitude : -magnitude
}

/** The nearest A-law code of each µ-law code. */
export const A_LAW_OF_MU_LAW: Uint8Array = Uint8Array.from({ length: 256 }, (_, code) => {
  const wanted = fromMuLaw(code)
  let nearest = 0
  for (let other = 1; other < 256; other++) {
    if (Math.abs(fromALaw(other) - wanted) < Math.abs(fromALaw(nearest) - wanted)) nearest = other
  }
  return nearest
})
