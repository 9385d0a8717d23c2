import { expect, test } from 'vitest'
import { isRomanianIban, normalizeIban } from './iban.ts'

test.each(['RO49AAAA1B31007593840000', 'RO09BCYP0000001234567890'])('%s is an IBAN', (iban) => {
  expect(isRomanianIban(iban)).toBe(true)
})

test.each([
  ['other check digits', 'RO48AAAA1B31007593840000'],
  ['two digits changed places', 'RO49AAAA1B31007593480000'],
  ['one digit less', 'RO49AAAA1B3100759384000'],
  ['one digit more', 'RO49AAAA1B310075938400000'],
  ['a digit in the name of the bank', 'RO49AAA01B31007593840000'],
  ['another country', 'DE89370400440532013000'],
  ['small letters', 'ro49aaaa1b31007593840000'],
  ['nothing', ''],
])('%s is not an IBAN', (_, iban) => {
  expect(isRomanianIban(iban)).toBe(false)
})

test('every wrong pair of check digits is detected', () => {
  const valid = Array.from({ length: 100 }, (_, n) => `RO${String(n).padStart(2, '0')}AAAA1B31007593840000`).filter(
    isRomanianIban,
  )
  expect(valid).toEqual(['RO49AAAA1B31007593840000'])
})

test('spaces and small letters in an IBAN are accepted', () => {
  expect(normalizeIban(' ro49 AAAA 1B31 0075 9384 0000 ')).toBe('RO49AAAA1B31007593840000')
})
