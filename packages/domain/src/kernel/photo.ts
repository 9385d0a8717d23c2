export type PhotoType = 'image/jpeg' | 'image/png'

const PNG_SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const JPEG_SIGNATURE = [0xff, 0xd8, 0xff]

/** Type of a photo by its first bytes; null: neither JPEG nor PNG. */
export function photoTypeOf(bytes: Uint8Array): PhotoType | null {
  const begins = (signature: readonly number[]) => signature.every((byte, index) => bytes[index] === byte)
  if (begins(PNG_SIGNATURE)) return 'image/png'
  return begins(JPEG_SIGNATURE) ? 'image/jpeg' : null
}

/*
 * Phones write location, time and serial number into photos (EXIF, XMP, text chunks). Viewers of a delivery photo or portrait must not
 * learn where its author lives, so that everything not needed for drawing is removed on upload.
 */

const MARKER = 0xff
const [SOI, EOI, SOS, TEM, COM] = [0xd8, 0xd9, 0xda, 0x01, 0xfe]
const [APP0, APP1, APP2, APP14, APP15] = [0xe0, 0xe1, 0xe2, 0xee, 0xef]
const ORIENTATION = 0x0112
/** PNG chunks needed for drawing; texts, times and EXIF are not among them. */
const DRAWN_CHUNKS: ReadonlySet<string> = new Set([
  'IHDR',
  'PLTE',
  'IDAT',
  'IEND',
  'tRNS',
  'gAMA',
  'cHRM',
  'sRGB',
  'iCCP',
  'cICP',
  'sBIT',
  'bKGD',
  'pHYs',
  'acTL',
  'fcTL',
  'fdAT',
])

/** The same picture without metadata, with its orientation. Bytes that cannot be parsed to the end are cut off. */
export function withoutMetadata(bytes: Uint8Array): Uint8Array {
  return bytes[0] === MARKER ? jpegWithoutMetadata(bytes) : pngWithoutMetadata(bytes)
}

function jpegWithoutMetadata(bytes: Uint8Array): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const segments: Uint8Array[] = [Uint8Array.of(MARKER, SOI)]
  let at = 2
  while (at + 1 < bytes.length && bytes[at] === MARKER) {
    const marker = bytes[at + 1] ?? 0
    const end = segmentEnd(view, at, marker)
    const segment = bytes.subarray(at, end)
    if (isDrawn(marker, segment)) segments.push(segment)
    else if (marker === APP1) segments.push(...orientationOnly(segment))
    at = end
    if (marker === EOI) break
  }
  return joined(segments)
}

/** Offset after a segment; after a start of scan also after its data, which end at the next marker that is not a restart. */
function segmentEnd(view: DataView, at: number, marker: number): number {
  if (marker === EOI || marker === TEM || marker === MARKER) return at + (marker === MARKER ? 1 : 2)
  if (at + 4 > view.byteLength) return view.byteLength
  let end = at + 2 + view.getUint16(at + 2)
  if (marker !== SOS) return Math.min(end, view.byteLength)
  while (end + 1 < view.byteLength && !(view.getUint8(end) === MARKER && isMarker(view.getUint8(end + 1)))) end += 1
  return end + 1 < view.byteLength ? end : view.byteLength
}

/** Within scan data 0xff may be followed by 0x00 (a literal 0xff), a restart (0xd0 to 0xd7) or a fill byte. */
function isMarker(code: number): boolean {
  return code !== 0 && code !== MARKER && !(code >= 0xd0 && code <= 0xd7)
}

/** JFIF, the colour profile and Adobe's transform change what is seen; other application segments and comments do not. */
function isDrawn(marker: number, segment: Uint8Array): boolean {
  if (marker === MARKER || marker === COM) return false
  if (marker < APP0 || marker > APP15) return true
  return (
    (marker === APP0 && isNamed(segment, 'JFIF')) ||
    (marker === APP2 && isNamed(segment, 'ICC_PROFILE')) ||
    (marker === APP14 && isNamed(segment, 'Adobe'))
  )
}

function isNamed(segment: Uint8Array, name: string): boolean {
  return [...name].every((letter, index) => segment[4 + index] === letter.charCodeAt(0))
}

/** An EXIF segment with only the orientation; none for an upright photo. */
function orientationOnly(segment: Uint8Array): Uint8Array[] {
  const orientation = isNamed(segment, 'Exif') ? orientationOf(segment.subarray(10)) : 1
  if (orientation < 2 || orientation > 8) return []
  const [header, tiff, count, tag] = [
    [MARKER, APP1, 0, 34, 0x45, 0x78, 0x69, 0x66, 0, 0],
    [0x4d, 0x4d, 0, 0x2a, 0, 0, 0, 8],
    [0, 1],
    [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0],
  ]
  return [Uint8Array.from([...header, ...tiff, ...count, ...tag, 0, 0, 0, 0])]
}

function orientationOf(tiff: Uint8Array): number {
  const view = new DataView(tiff.buffer, tiff.byteOffset, tiff.byteLength)
  if (view.byteLength < 10) return 1
  const isLittle = view.getUint8(0) === 0x49
  const directory = view.getUint32(4, isLittle)
  if (directory + 2 > view.byteLength) return 1
  const entries = view.getUint16(directory, isLittle)
  for (let entry = 0; entry < entries; entry++) {
    const at = directory + 2 + entry * 12
    if (at + 12 > view.byteLength) return 1
    if (view.getUint16(at, isLittle) === ORIENTATION) return view.getUint16(at + 8, isLittle)
  }
  return 1
}

function pngWithoutMetadata(bytes: Uint8Array): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const chunks: Uint8Array[] = [bytes.subarray(0, PNG_SIGNATURE.length)]
  let at = PNG_SIGNATURE.length
  while (at + 12 <= bytes.length) {
    const end = Math.min(at + 12 + view.getUint32(at), bytes.length)
    const name = String.fromCharCode(...bytes.subarray(at + 4, at + 8))
    if (DRAWN_CHUNKS.has(name)) chunks.push(bytes.subarray(at, end))
    at = name === 'IEND' ? bytes.length : end
  }
  return joined(chunks)
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
