import { expect, test } from 'vitest'
import { emptyGoods, goodsOnWire, goodsProblems } from './goods-draft.ts'

test.each([
  ['', null],
  ['0', 0],
  ['12,50', 12.5],
  ['12.5', 12.5],
  ['1.250,00', 1250],
  ['1.250', 1250],
  [' 99 999,99 ', 99_999.99],
])('cash on delivery typed as "%s" is sent as %s', (codAmount, cod_amount) => {
  expect(goodsProblems({ ...emptyGoods(), codAmount })).toEqual({})
  expect(goodsOnWire({ ...emptyGoods(), codAmount })).toMatchObject({ cod_amount })
})

test.each(['12,505', '12 lei', '-3', '🍕', '<b>5</b>', 'NaN', '1e3', '٣'])('"%s" is no amount', (codAmount) => {
  expect(goodsProblems({ ...emptyGoods(), codAmount })).toEqual({ cod_amount: 'Sumă invalidă, de exemplu 12,50' })
})

test('too much, too heavy, weightless and too long are each reported', () => {
  expect(goodsProblems({ ...emptyGoods(), codAmount: '100000' })).toEqual({ cod_amount: 'Suma este prea mare' })
  expect(goodsProblems({ ...emptyGoods(), weightKg: '2000,01' })).toEqual({ weight_kg: 'Cel mult 2000 kg' })
  expect(goodsProblems({ ...emptyGoods(), weightKg: '0' })).toEqual({ weight_kg: 'Greutate invalidă, de exemplu 2,5' })
  expect(goodsProblems({ ...emptyGoods(), packageNote: 'a'.repeat(10_000) })).toEqual({
    package_note: 'Cel mult 500 caractere',
  })
})

test('without input there are no goods', () => {
  expect(goodsOnWire(emptyGoods())).toEqual({ package_note: null, cod_amount: null, weight_kg: null })
})
