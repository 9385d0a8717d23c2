import { expect, test } from 'vitest'
import { documentEnds, documentNamed } from './document-warning.ts'

test.each([
  ['2026-03-28', 'a expirat pe 28.03.2026'],
  ['2026-03-29', 'expiră azi, 29.03.2026'],
  ['2026-03-30', 'expiră mâine, 30.03.2026'],
  ['2026-04-05', 'expiră pe 05.04.2026, în 7 zile'],
  ['2026-04-18', 'expiră pe 18.04.2026, în 20 de zile'],
])('a document valid until %s is announced correctly on the day the clock goes forward', (until, expected) => {
  expect(documentEnds(until, '2026-03-29')).toBe(expected)
})

test('the warning names the document and its car or driver', () => {
  const car = { indicativ: '27', number: 'BV27DSP', driver: null }
  expect(documentNamed('rca', car)).toBe('RCA, mașina 27 (BV27DSP)')
  expect(documentNamed('attestation', { indicativ: null, number: null, driver: 'Pop Ion' })).toBe(
    'Atestatul, șoferul Pop Ion',
  )
  expect(documentNamed('licence', { indicativ: null, number: null, driver: null })).toBe('Permisul de conducere')
})
