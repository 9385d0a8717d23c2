import { expect, test } from 'vitest'
import { companiesToSearch, partnerOf, ronOf, typedRon } from './saved-fields.ts'

const order = (send: boolean, companies: number[]) => ({
  send_to_other_company: send,
  search_company_ids: companies,
  created_by_company_id: 1,
})

test('the partner choice is read from an order and sent back unchanged', () => {
  for (const [partner, of] of [
    ['own', order(false, [1])],
    ['7', order(true, [1, 7])],
    ['all', order(true, [1, 7, 9])],
  ] as const) {
    expect(partnerOf(of)).toBe(partner)
    expect(companiesToSearch(of, partner, { all: [7, 9], byDefault: [] })).toEqual({
      send_to_other_company: of.send_to_other_company,
      search_company_ids: of.search_company_ids,
    })
  }
  expect(partnerOf(order(true, [1]))).toBe('own')
})

test.each([
  ['24,5', 24.5],
  ['24.50', 24.5],
  [' 1000 lei ', 1000],
  ['99999,99', 99_999.99],
  ['0', 0],
  ['', null],
  ['-3', null],
  ['1,234', null],
  ['100000', null],
  ['1e3', null],
  ['douăzeci', null],
  ['٣', null],
])('an amount typed as %j is %j', (typed, ron) => {
  expect(ronOf(typed)).toBe(ron)
})

test('an amount is shown again as it was typed', () => {
  for (const ron of [0, 24.5, 7, 99_999.99]) expect(ronOf(typedRon(ron))).toBe(ron)
  expect(typedRon(null)).toBe('')
})
