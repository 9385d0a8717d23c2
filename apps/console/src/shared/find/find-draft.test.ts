import type { SearchBy } from '@dispecerat/contract/orders/order-search'
import { describe, expect, test } from 'vitest'
import { isShareable, readFind, readShellParams } from '../../routes/params/shell-params.ts'
import { draftOf, EMPTY_DRAFT, findOf, questionOf, secretOf } from './find-draft.ts'

const typed = (by: SearchBy, term: string) => ({ ...EMPTY_DRAFT, by, term })

describe('the part of a search that may be in a URL', () => {
  test.each([
    ['identifier', '214'],
    ['identifier', 'D-77'],
    ['sign', 'B214'],
    ['order', '8732'],
  ] as const)('%s %s: a code is not secret', (by, term) => {
    expect(findOf(typed(by, term))).toEqual({ by, term })
    expect(secretOf(typed(by, term))).toBeNull()
  })

  test.each([
    ['phone', '0744 123 777'],
    ['identifier', '0744123777'],
    ['identifier', '07441237'],
    ['identifier', '+40744123777'],
    ['text', 'zizinului'],
    ['identifier', 'Ana Popescu'],
    ['identifier', 'Ana'],
    ['sign', '744123777'],
    ['order', '0744123777'],
    ['order', '744123777'],
  ] as const)('%s %s: a phone or a name stays out of the URL', (by, term) => {
    const draft = typed(by, term)
    expect(findOf(draft)).toEqual({ by })
    expect(secretOf(draft)).toEqual({ by, term })
    expect(questionOf(findOf(draft), secretOf(draft))).toMatchObject({ by, term })
    expect(draftOf(findOf(draft), secretOf(draft)).term).toBe(term)
    expect(isShareable(by, term)).toBe(false)
  })

  test('a phone written into a URL by hand is dropped', () => {
    expect(readShellParams({ orders: { by: 'phone', term: '0744123777' } })).toEqual({ orders: { by: 'phone' } })
  })

  test('an invalid value is ignored instead of failing', () => {
    const broken = {
      by: 'x',
      states: ['finished', 'x'],
      driver: '-1',
      page: '0',
      from: 'ieri',
      payment: 7,
      client: '12',
    }
    expect(readFind(broken)).toEqual({ states: ['finished'], client: 12 })
    expect(readShellParams({ preview: '1e9', orders: 'text', search: 'zz 99' })).toEqual({ preview: 1e9 })
    expect(readShellParams({ preview: 'abc' })).toEqual({})
  })
})

describe('the search request', () => {
  test('is not sent without criteria', () => {
    expect(questionOf({}, null)).toBeNull()
    expect(questionOf({ by: 'phone' }, null)).toBeNull()
  })

  test('contains Bucharest wall time as UTC, fifteen rows per page', () => {
    const find = { from: '2026-11-21 00:00:00', to: '2026-11-21 23:59:59', states: ['canceled' as const], page: 3 }
    expect(questionOf(find, null)).toEqual({
      date_from: '2026-11-20 22:00:00',
      date_to: '2026-11-21 21:59:59',
      states: ['canceled'],
      page: 3,
      per_page: 15,
    })
  })

  test('does not contain text typed for another field', () => {
    expect(questionOf({ by: 'sign', driver: 7 }, { by: 'phone', term: '0744123777' })).toMatchObject({ driver_id: 7 })
    expect(questionOf({ by: 'sign', driver: 7 }, { by: 'phone', term: '0744123777' })).not.toHaveProperty('term')
  })
})
