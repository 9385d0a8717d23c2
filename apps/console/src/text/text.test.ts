import { plural } from '@dispecerat/domain/kernel/plural'
import { describe, expect, test } from 'vitest'
import { builderMessages } from '../dispatch/search-rules/builder-messages.ts'
import { savedOrderMessages } from '../orders/order-form/saved-order-messages.ts'
import { editMessages } from '../shared/edit-page/edit-messages.ts'
import {
  FATE_LABELS,
  HISTORY_LABELS,
  NOTIFICATION_LABELS,
  PASS_LABELS,
  SEARCH_TYPE_LABELS,
} from '../shared/orders/search-messages.ts'
import { phoneMessages } from '../shared/telephone/phone-messages.ts'
import { zoneMessages } from '../shared/zones/zone-messages.ts'
import {
  dayAndSecond,
  distance,
  duration,
  fromWallTime,
  money,
  readableWall,
  shortAddress,
  shortPlace,
  toWallTime,
  wallOfReadable,
} from './format.ts'
import { ro } from './ro.ts'

function sentences(node: unknown): string[] {
  if (typeof node === 'string') return [node]
  if (typeof node === 'function') return [String((node as (...args: unknown[]) => unknown)(2, 'x', 'y'))]
  return node && typeof node === 'object' ? Object.values(node).flatMap(sentences) : []
}

describe('the texts of the console', () => {
  const all = sentences([
    ro,
    savedOrderMessages,
    editMessages,
    phoneMessages,
    builderMessages,
    FATE_LABELS,
    PASS_LABELS,
    SEARCH_TYPE_LABELS,
    NOTIFICATION_LABELS,
    HISTORY_LABELS,
    zoneMessages,
  ])

  test('are written with Latin letters only', () => {
    expect(all.filter((text) => /[\u0400-\u04ff]/.test(text))).toEqual([])
  })
  test('use the comma below, never the cedilla', () => {
    expect(all.filter((text) => /[şţŞŢ]/.test(text))).toEqual([])
  })
  test('keep the quoted texts verbatim', () => {
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
      'Interval creat cu succes!',
      'Ordinea de intervale, actualizată!',
      'Șters!',
      'Salvat cu succes!',
      'Saved',
      'Actualizat',
      'Remove?',
      'SIP is disabled',
      'Can not connect to SIP server. Please check your network connection or SIP credentials',
      'Sip URL not set. Calls not available.',
      'Sip password not set. Calls not available.',
      'Sip websocket not set. Calls not available.',
      'User meta not found',
    ]) {
      expect(all).toContain(quoted)
    }
  })
})

describe('numbers as text', () => {
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
  test('is shown in Bucharest wall time, without a comma', () => {
    expect(dayAndSecond(new Date('2026-07-01T21:05:09Z'))).toBe('02.07.2026 00:05:09')
  })
  test('the repeated hour of October means its first occurrence', () => {
    expect(fromWallTime('2026-10-25 03:30:00')?.toISOString()).toBe('2026-10-25T00:30:00.000Z')
  })
  test('the skipped hour of March moves one hour on', () => {
    expect(toWallTime(fromWallTime('2027-03-28 03:30:00') ?? new Date(0))).toBe('2027-03-28 04:30:00')
  })
  test.each([
    ['2026-12-01 14:30:00', '01.12.2026 14:30'],
    ['2026-11-21 23:59:59', '21.11.2026 23:59:59'],
    ['2026-1', '2026-1'],
    ['', ''],
  ])('%s is shown as %s and parsed back', (wall, readable) => {
    expect(readableWall(wall)).toBe(readable)
    expect(wallOfReadable(readable)).toBe(wall)
  })
  test('a day or a month may be typed with one digit', () => {
    expect(wallOfReadable('1.2.2026 08:05')).toBe('2026-02-01 08:05:00')
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
