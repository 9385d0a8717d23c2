import { deflateSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { photoTypeOf, withoutMetadata } from './photo.ts'

const SECRET = 'N45.64639 E25.62701'
const JFIF = segment(0xe0, 'JFIF\0', 1, 1, 0, 0, 1, 0, 1, 0, 0)
const PROFILE = segment(0xe2, 'ICC_PROFILE\0', 1, 1, 9, 9)
const TABLE = segment(0xdb, '', 0, ...Array.from({ length: 64 }, () => 0xd9))
const SCAN = [...segment(0xda, '', 1, 1, 0, 0, 63, 0), 0x12, 0xff, 0x00, 0xff, 0xd3, 0x34]
const END = [0xff, 0xd9]

function bytesOf(text: string): number[] {
  return [...Buffer.from(text, 'latin1')]
}
function segment(marker: number, text: string, ...more: number[]): number[] {
  const body = [...bytesOf(text), ...more]
  return [0xff, marker, (body.length + 2) >> 8, (body.length + 2) & 0xff, ...body]
}
function exif(orientation: number): number[] {
  const tiff = [...bytesOf('II'), 0x2a, 0, 8, 0, 0, 0, 2, 0]
  const make = [0x0f, 0x01, 2, 0, 4, 0, 0, 0, ...bytesOf('Nok\0')]
  return segment(
    0xe1,
    'Exif\0\0',
    ...tiff,
    ...make,
    0x12,
    0x01,
    3,
    0,
    1,
    0,
    0,
    0,
    orientation,
    0,
    0,
    0,
    ...bytesOf(SECRET),
  )
}
function chunk(name: string, body: readonly number[]): number[] {
  const length = [0, 0, body.length >> 8, body.length & 0xff]
  return [...length, ...bytesOf(name), ...body, 0, 0, 0, 0]
}
const textOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1')

test.each([
  ['a JPEG', [0xff, 0xd8, 0xff, 0xe0, 0, 16], 'image/jpeg'],
  ['a PNG', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0], 'image/png'],
  ['a PNG cut off in its signature', [0x89, 0x50, 0x4e], null],
  ['a page that calls itself a photo', [...Buffer.from('<svg onload=alert(1)>')], null],
  ['nothing', [], null],
])('%s is recognised by its first bytes', (_name, bytes, type) => {
  expect(photoTypeOf(Uint8Array.from(bytes))).toBe(type)
})

test('a JPEG loses location, comment and bytes after its end, and keeps what it is drawn with', () => {
  const drawn = [JFIF, PROFILE, TABLE, SCAN, TABLE, SCAN]
  const photo = Uint8Array.from(
    [
      [0xff, 0xd8],
      JFIF,
      exif(1),
      segment(0xe1, `http://ns.adobe.com/xap/1.0/\0${SECRET}`),
      segment(0xfe, SECRET),
      PROFILE,
      segment(0xed, `Photoshop ${SECRET}`),
      TABLE,
      SCAN,
      TABLE,
      SCAN,
      END,
      bytesOf(`ftypmp42 ${SECRET}`),
    ].flat(),
  )
  const clean = withoutMetadata(photo)
  expect(textOf(clean)).not.toContain(SECRET)
  expect([...clean]).toEqual([[0xff, 0xd8], ...drawn, END].flat())
})

test('a rotated JPEG keeps its orientation without the rest of its EXIF', () => {
  const clean = withoutMetadata(Uint8Array.from([[0xff, 0xd8], exif(6), TABLE, SCAN, END].flat()))
  expect(textOf(clean)).not.toMatch(/Nok|N45/)
  expect([...clean.subarray(2, 6)]).toEqual([0xff, 0xe1, 0, 34])
  // Removing metadata twice gives the same bytes.
  expect([...withoutMetadata(clean)]).toEqual([...clean])
  expect([...clean.subarray(38)]).toEqual([TABLE, SCAN, END].flat())
})

test('a PNG loses texts, time and EXIF', () => {
  const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
  const header = chunk('IHDR', [0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 0])
  const data = chunk('IDAT', [...deflateSync(Buffer.from([0, 1, 2, 3]))])
  const hidden = ['tEXt', 'zTXt', 'iTXt', 'eXIf', 'tIME'].flatMap((name) => chunk(name, bytesOf(SECRET)))
  const photo = Uint8Array.from([signature, header, hidden, data, chunk('IEND', []), bytesOf(SECRET)].flat())
  expect([...withoutMetadata(photo)]).toEqual([signature, header, data, chunk('IEND', [])].flat())
})

test('any bytes after the signature: reading terminates and the type is unchanged', () => {
  const begins = fc.constantFrom([0xff, 0xd8, 0xff, 0xdb], [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  fc.assert(
    fc.property(begins, fc.uint8Array({ maxLength: 300 }), (signature, rest) => {
      const photo = Uint8Array.from([...signature, ...rest])
      const clean = withoutMetadata(photo)
      expect(clean.length).toBeLessThanOrEqual(photo.length + 36)
      expect(photoTypeOf(Uint8Array.from([...clean, 0xff]))).toBe(photoTypeOf(photo))
    }),
  )
})
