import { expect, test } from 'vitest'
import { isCui, normalizeCui } from './cui.ts'

test.each(['14399840', '361757', '1590082', '19', '16054368'])('%s is a CUI', (cui) => {
  expect(isCui(cui)).toBe(true)
})

test.each(['14399841', '1', '0', '', '00000019', '12345678901', 'RO19', '19 ', '123456'])('%j is not a CUI', (cui) => {
  expect(isCui(cui)).toBe(false)
})

test('the prefix, spaces and dots around a CUI are ignored', () => {
  expect(['RO14399840', 'ro 14 399 840', '14.399.840'].map(normalizeCui)).toEqual(Array(3).fill('14399840'))
})
