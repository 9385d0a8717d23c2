import { expect, test } from 'vitest'
import { faultOf, readMix } from './behaviour-mix.ts'

test('a mix is read as it is written', () => {
  expect(readMix('deaf:5, flapping:10')).toEqual([
    ['deaf', 5],
    ['flapping', 10],
  ])
  expect(readMix('')).toEqual([])
})

test.each([
  ['blind:5', /knows none, deaf/],
  ['deaf', /needs a percentage/],
  ['deaf:', /needs a percentage/],
  ['deaf:-1', /needs a percentage/],
  ['deaf:60,slow:41', /more than 100/],
])('the mix "%s" is refused with a sentence', (text, message) => {
  expect(() => readMix(text)).toThrow(message)
})

test.each([20, 100, 500, 7])("of %s drivers the mix's share has each fault, spread over the fleet", (count) => {
  const mix = readMix('deaf:10,flapping:25')
  const faults = Array.from({ length: count }, (_, index) => faultOf(mix, index, count))
  const share = (fault: string) => faults.filter((one) => one === fault).length
  expect(Math.abs(share('deaf') - count * 0.1)).toBeLessThanOrEqual(1)
  expect(Math.abs(share('flapping') - count * 0.25)).toBeLessThanOrEqual(1)
  const half = faults.slice(0, Math.ceil(count / 2)).filter((fault) => fault === 'flapping').length
  expect(Math.abs(half - share('flapping') / 2)).toBeLessThanOrEqual(Math.max(1, count * 0.05))
})
