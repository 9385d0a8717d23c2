import { expect, test } from 'vitest'
import { Vocabulary } from './vocabulary.ts'
import { likeness, soundOf } from './word-likeness.ts'

const vocabulary = new Vocabulary(
  new Map(
    [
      'lunga',
      'lungu',
      'grivitei',
      'kogalniceanu',
      'calea',
      'bucuresti',
      'muresenilor',
      'alexandru',
      '1918',
      'noua',
    ].map((word) => [word, 1]),
  ),
)

test.each([
  ['lugna', 'lunga'],
  ['grivtei', 'grivitei'],
  ['cogalniceanu', 'kogalniceanu'],
  ['muresenlor', 'muresenilor'],
  ['alecsandru', 'alexandru'],
  ['bucresti', 'bucuresti'],
  ['bucuersi', 'bucuresti'],
])('%s is corrected to %s', (typed, word) => {
  expect(vocabulary.spellingsOf(typed)[0]).toBe(word)
})

test('short words, numbers and unlike words are not corrected', () => {
  for (const typed of ['lng', '1981', 'xyzwq', '']) expect(vocabulary.spellingsOf(typed)).toEqual([])
})

test('two words typed together are split where both are words of the city', () => {
  expect(vocabulary.cutInTwo('caleabucuresti')).toEqual(['calea', 'bucuresti'])
  expect(vocabulary.cutInTwo('caleabuc')).toEqual(['calea', 'buc'])
  expect(vocabulary.cutInTwo('muresenilor')).toBeNull()
})

test('a prefix is known as soon as one name has it', () => {
  expect(['lun', 'zzz', 'noua', '19'].map((start) => vocabulary.hasBeginning(start))).toEqual([true, false, true, true])
})

test('words that sound alike share a key, and the same word has the highest likeness', () => {
  expect(soundOf('kogalniceanu')).toBe(soundOf('cogalniceanu'))
  expect(soundOf('hermann')).toBe(soundOf('erman'))
  const likes = ['lunga', 'lung', 'lugna', 'lacului'].map((typed) => likeness(typed, 'lunga'))
  expect(likes).toEqual([...likes].sort((a, b) => b - a))
  expect(likes.at(-1)).toBe(0)
})
