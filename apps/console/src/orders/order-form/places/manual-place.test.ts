import { expect, test } from 'vitest'
import { manualPlaceProblems } from './manual-place.ts'

const GOOD = { name: 'Poarta 3', point: { lat: 45.65, long: 25.6 }, bloc: '', scara: '', reper: '', comment: '' }

test.each([
  ['named and pinned', {}, {}],
  ['without a name', { name: ' ' }, { name: ['Please enter address'] }],
  ['with a name of 201 characters', { name: 'x'.repeat(201) }, { name: ['Cel mult 200 caractere'] }],
  ['without a pin', { point: null }, { lat: ['Puneți acul pe hartă'] }],
  ['pinned in Budapest', { point: { lat: 47.5, long: 19.04 } }, { lat: ['Adresa este în afara României'] }],
  [
    'with a long bloc and a comment with a bidirectional control',
    { bloc: 'x'.repeat(21), comment: 'a\u202Eb' },
    { bloc: ['Cel mult 20 caractere'], comment: ['Conține caractere nepermise'] },
  ],
])('an address %s', (_, over, problems) => {
  expect(manualPlaceProblems({ ...GOOD, ...over })).toEqual(problems)
})
