import { FieldErrors } from '@dispecerat/domain/kernel/errors'
import { describe, expect, test } from 'vitest'
import { type ReadVersion, readVersion, requireFresh } from './read-version.ts'

const AT = new Date('2026-03-01T10:00:00.400Z')

test.each([
  ['no header', {}, undefined],
  ['a bare number', { 'if-match': '12' }, { version: 12 }],
  ['a number in spaces', { 'if-match': ' 12 ' }, { version: 12 }],
  ['an entity tag', { 'if-match': '"12"' }, { version: 12 }],
  ['a weak entity tag', { 'if-match': 'W/"12"' }, { version: 12 }],
  ['the version of what was never saved', { 'if-match': '0' }, { version: 0 }],
  ['any version', { 'if-match': '*' }, undefined],
  ['a time', { 'if-unmodified-since': '2026-03-01 10:00:00' }, { updatedAt: '2026-03-01 10:00:00' }],
  ['a time in spaces', { 'if-unmodified-since': ' 2026-03-01 10:00:00 ' }, { updatedAt: '2026-03-01 10:00:00' }],
  ['a time with a zone', { 'if-unmodified-since': '2026-03-01T12:00:00+02:00' }, { updatedAt: '2026-03-01 10:00:00' }],
  ['a number as an older console sends it', { 'if-unmodified-since': '12' }, { version: 12 }],
  ['both', { 'if-match': '12', 'if-unmodified-since': '2026-03-01 10:00:00' }, { version: 12 }],
  ['any version and a time', { 'if-match': '*', 'if-unmodified-since': '2026-03-01 10:00:00' }, undefined],
])('%s is read', (_, headers, read) => {
  expect(readVersion(headers)).toEqual(read)
})

test.each([
  ['if-match', ''],
  ['if-match', 'abc'],
  ['if-match', '"12'],
  ['if-match', '-1'],
  ['if-match', '1.5'],
  ['if-match', '"12", "13"'],
  ['if-match', '2026-03-01 10:00:00'],
  ['if-unmodified-since', ''],
  ['if-unmodified-since', 'ieri'],
  ['if-unmodified-since', '2026-13-01 10:00:00'],
  ['if-unmodified-since', 'Sun, 01 Mar 2026 10:00:00 GMT'],
])('%s: %o is refused by the name of the header', (header, value) => {
  const refusal = catchError(() => readVersion({ [header]: value }))
  expect(refusal).toBeInstanceOf(FieldErrors)
  expect(Object.keys((refusal as FieldErrors).fields)).toEqual([header])
})

describe('a row is compared with what was read', () => {
  const row = { version: 12, updatedAt: AT }
  const codeOf = (read: ReadVersion, of: typeof row | { version: number } = row) =>
    catchError(() => requireFresh(read, of, 'car.changed_meanwhile'))

  test.each<[string, ReadVersion]>([
    ['nothing', undefined],
    ['its version', { version: 12 }],
    ['its updated_at', { updatedAt: '2026-03-01 10:00:00' }],
  ])('%s is fresh', (_, read) => {
    expect(codeOf(read)).toBeUndefined()
  })

  test.each<[string, ReadVersion]>([
    ['an earlier version', { version: 11 }],
    ['a later version', { version: 13 }],
    ['an earlier time', { updatedAt: '2026-03-01 09:59:59' }],
    ['a later time', { updatedAt: '2026-03-01 10:00:01' }],
  ])('%s is refused with the current version', (_, read) => {
    expect(codeOf(read)).toMatchObject({ code: 'car.changed_meanwhile', facts: { version: 12 } })
  })

  test('a time is refused where the row has none', () => {
    const read = { updatedAt: '2026-03-01 10:00:00' }
    expect(codeOf(read, { version: 12 })).toMatchObject({ code: 'car.changed_meanwhile' })
  })
})

function catchError(work: () => unknown): unknown {
  try {
    work()
  } catch (error) {
    return error
  }
}
