import { expect, test } from 'vitest'
import { keepTyped } from './typed-params.ts'

function stored(text: string | undefined) {
  const { inAddress, state } = keepTyped(text)
  return [inAddress, (state as (before: object) => { typed?: string })({ typed: 'before' }).typed]
}

test.each(['214', 'D-77', 'BV12ABC'])('%s is a code: it may be in a link', (text) => {
  expect(stored(text)).toEqual([text, undefined])
})

test.each(['0744 123 987', '0744123', 'Ileana Pop', 'pop', 'ileana@proba.ro'])(
  '%s may be a name or a phone: it is in no URL',
  (text) => {
    expect(stored(text)).toEqual([undefined, text])
  },
)

test('an emptied field is in neither', () => {
  expect(stored(undefined)).toEqual([undefined, undefined])
})
