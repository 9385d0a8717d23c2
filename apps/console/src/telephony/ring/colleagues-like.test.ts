import type { CallColleague } from '@dispecerat/contract/telephony/calls'
import { foldText } from '@dispecerat/domain/geography/address-text'
import { expect, test } from 'vitest'
import { colleaguesLike } from './colleagues-like.ts'

const one = (id: number, name: string, over: Partial<CallColleague> = {}): CallColleague => ({
  id,
  name,
  is_reachable: true,
  is_talking: false,
  ...over,
})
const COLLEAGUES = [
  one(1, 'Ștefan Țepeș', { is_reachable: false }),
  one(2, 'Maria Pop', { is_talking: true }),
  one(3, 'Ana Ștefănescu'),
]
const names = (typed: string) => colleaguesLike(COLLEAGUES, typed, foldText).map(({ name }) => name)

test('colleagues who can take the call come first, those away last', () => {
  expect(names('')).toEqual(['Ana Ștefănescu', 'Maria Pop', 'Ștefan Țepeș'])
})

test('a name is found without its diacritics, by any part of it', () => {
  expect(names('stefan')).toEqual(['Ana Ștefănescu', 'Ștefan Țepeș'])
  expect(names('tep')).toEqual(['Ștefan Țepeș'])
  expect(names('xyz')).toEqual([])
})
