import { expect, test } from 'vitest'
import { bySign, carsBySign } from './cars-by-sign.ts'

const signed = (signs: readonly string[]) => signs.map((sign, id) => ({ id, sign }))

test('a search by call sign finds the exact match first, then prefixes, then substrings', () => {
  const cars = signed(['214', '21', 'B21', '2'])
  expect(carsBySign(cars, ' 21 ', 8).map(({ sign }) => sign)).toEqual(['21', '214', 'B21'])
  expect(carsBySign(cars, 'b2', 8).map(({ sign }) => sign)).toEqual(['B21'])
  expect(carsBySign(cars, '', 8)).toEqual([])
  expect(carsBySign(cars, '2', 2)).toHaveLength(2)
})

test('call signs are sorted as numbers', () => {
  expect(
    signed(['101', '20'])
      .sort(bySign)
      .map(({ sign }) => sign),
  ).toEqual(['20', '101'])
})
