import { expect, test } from 'vitest'
import { textProblem } from './typed-text.ts'

test.each([
  ['an empty text', '', undefined],
  ['Romanian letters', 'Țîru Ștef', undefined],
  ['Cyrillic', 'Владимир', undefined],
  ['Arabic, written from right to left', 'شارع طويل', undefined],
  ['an emoji of several code points', '👩‍👩‍👧', undefined],
  ['HTML', '<b>x</b>', undefined],
  ['lines and tabs', 'a\n\tb', undefined],
  ['ten characters with blanks around', '  0123456789  ', undefined],
  ['eleven characters', '01234567890', 'Cel mult 10 caractere'],
  ['a character that turns the direction of reading', 'a\u202Eb', 'Conține caractere nepermise'],
  ['a zero character', 'a\u0000b', 'Conține caractere nepermise'],
  ['half of an emoji', '\uD83D', 'Conține caractere nepermise'],
])('%s', (_, text, problem) => {
  expect(textProblem(text, 10)).toBe(problem)
})
