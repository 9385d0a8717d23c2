import { describe, expect, test } from 'vitest'
import {
  dayAndSecond,
  distance,
  duration,
  fromWallTime,
  money,
  shortAddress,
  shortPlace,
  toWallTime,
} from './format.ts'
import { plural } from './plural.ts'
import { ro } from './ro.ts'
import { FATE_WORDS, HISTORY_WORDS, NOTIFICATION_WORDS, PASS_WORDS, SEARCH_TYPE_WORDS } from './search-words.ts'

function sentences(node: unknown): string[] {
  if (typeof node === 'string') return [node]
  if (typeof node === 'function') return [String((node as (...given: unknown[]) => unknown)(2, 'x', 'y'))]
  return node && typeof node === 'object' ? Object.values(node).flatMap(sentences) : []
}

describe('the catalogue of sentences', () => {
  const all = sentences([ro, FATE_WORDS, PASS_WORDS, SEARCH_TYPE_WORDS, NOTIFICATION_WORDS, HISTORY_WORDS])

  test('is written with Latin letters only', () => {
    expect(all.filter((text) => /[\u0400-\u04ff]/.test(text))).toEqual([])
  })
  test('uses the comma below, never the cedilla', () => {
    expect(all.filter((text) => /[şţŞŢ]/.test(text))).toEqual([])
  })
  test('keeps the quoted texts verbatim', () => {
    for (const quoted of [
      'Order created',
      'Order canceled',
      'Comanda retrimisa',
      'Comanda dublicata',
      'Comanda finalizata',
      'Șoferii nu au fost găsiți',
      'Sigur vrei să ștergi comanda?',
      'Bravo, nu ai niciun client în așteptare!',
      'You successfully logged in',
      'Please select driver',
      'Adresa invalida',
      'Zona nu a putut fi încărcată. Reîncarcă pagina.',
    ]) {
      expect(all).toContain(quoted)
    }
  })
})

describe('numbers in words', () => {
  test.each([
    [0, '0 comenzi'],
    [1, '1 comandă'],
    [19, '19 comenzi'],
    [20, '20 de comenzi'],
    [101, '101 comenzi'],
    [120, '120 de comenzi'],
    [12034, '12.034 de comenzi'],
  ])('%i is written "%s"', (n, text) => {
    expect(plural(n, 'comandă', 'comenzi', 'de comenzi')).toBe(text)
  })
  test('money has two decimals, a comma and RON', () => {
    expect(money(1234.5)).toBe('1.234,50 RON')
    expect(money(-0.5)).toBe('−0,50 RON')
  })
  test('distances change unit at one kilometre', () => {
    expect(distance(850)).toBe('850 m')
    expect(distance(1240)).toBe('1,2 km')
  })
})

describe('time', () => {
  test('is shown as Bucharest reads it, without a comma', () => {
    expect(dayAndSecond(new Date('2026-07-01T21:05:09Z'))).toBe('02.07.2026 00:05:09')
  })
  test('the repeated hour of October means its first pass', () => {
    expect(fromWallTime('2026-10-25 03:30:00')?.toISOString()).toBe('2026-10-25T00:30:00.000Z')
  })
  test('the skipped hour of March moves one hour on', () => {
    expect(toWallTime(fromWallTime('2027-03-28 03:30:00') ?? new Date(0))).toBe('2027-03-28 04:30:00')
  })
  test('an age under an hour has minutes and seconds', () => {
    expect(duration(249)).toBe('04:09')
    expect(duration(3723)).toBe('1:02:03')
    expect(duration(-5)).toBe('00:00')
  })
})

describe('long texts in lists', () => {
  test('69 characters stay whole, 70 are cut at 55', () => {
    expect(shortAddress('a'.repeat(69))).toHaveLength(69)
    expect(shortAddress('a'.repeat(70))).toBe(`${'a'.repeat(55)}...`)
  })
  test('place names are cut above 35', () => {
    expect(shortPlace('a'.repeat(36))).toBe(`${'a'.repeat(35)}...`)
  })
})
