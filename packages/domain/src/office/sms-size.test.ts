import { expect, test } from 'vitest'
import { smsSize, withoutDiacritics } from './sms-size.ts'

test.each([
  ['a'.repeat(160), 'gsm7', 160, 1],
  ['a'.repeat(161), 'gsm7', 161, 2],
  ['a'.repeat(306), 'gsm7', 306, 2],
  ['a'.repeat(307), 'gsm7', 307, 3],
  ['€'.repeat(80), 'gsm7', 160, 1],
  ['ă'.repeat(70), 'ucs2', 70, 1],
  ['ă'.repeat(71), 'ucs2', 71, 2],
  ['ă'.repeat(135), 'ucs2', 135, 3],
  // A two-character letter does not fit into the last place of the first segment.
  [`${'a'.repeat(152)}€${'a'.repeat(152)}`, 'gsm7', 306, 3],
  [`${'ă'.repeat(66)}🚕${'ă'.repeat(66)}`, 'ucs2', 134, 3],
] as const)('%#: counted and split as the network does', (text, alphabet, characters, segments) => {
  expect(smsSize(text)).toMatchObject({ alphabet, characters, segments })
})

test('characters that require UCS-2 are listed, each once', () => {
  expect(smsSize('Mașina așteaptă').costly).toEqual(['ș', 'ă'])
  expect(smsSize('Masina asteapta, 5€ [27]').costly).toEqual([])
})

test('without diacritics the same text is one SMS, and GSM characters are unchanged', () => {
  expect(withoutDiacritics('Șoferul așteaptă în față… „Țiriac” – é, ü')).toBe(
    'Soferul asteapta in fata... "Tiriac" - é, ü',
  )
  expect(smsSize(withoutDiacritics('ăâîșțĂÂÎȘȚşţŞŢ'.repeat(11)))).toMatchObject({ alphabet: 'gsm7', segments: 1 })
})
