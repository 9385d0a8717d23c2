import type { ReplayResult } from '@dispecerat/contract/dispatch/replays'
import { expect, test } from 'vitest'
import { figureRows } from './replay-figures.ts'

const FIGURES = {
  orders: 200,
  served: 190,
  unserved: 10,
  called_off: 0,
  median_seconds: 12.34,
  p90_seconds: 40,
  median_pickup_metres: 900,
}
const VARIANT = { ...FIGURES, offers_per_order: 4.26, bans: 0, banned_drivers: 0, spared_drivers: 0, bands: null }

function result(changed: Partial<ReplayResult['changed']>): ReplayResult {
  const lists = { drivers: [], bans: [], spared: [] }
  return {
    learned_from: 10,
    positions: 1,
    differences: null,
    past: FIGURES,
    saved: VARIANT,
    changed: { ...VARIANT, ...changed },
    ...lists,
  }
}

const row = (rows: ReturnType<typeof figureRows>, i: number) => rows[i] ?? rows.at(-1)

test('fewer unserved is better, slower is worse, and each is shown by a symbol and a text', () => {
  const rows = figureRows(result({ unserved: 4, median_seconds: 15.04, offers_per_order: 4.28 }))
  expect(row(rows, 1)).toEqual({
    label: 'Neservite',
    past: '10 (5,0\u00a0%)',
    saved: '10 (5,0\u00a0%)',
    changed: '4 (2,0\u00a0%)',
    difference: '−6',
    judgement: 'better',
  })
  expect(row(rows, 3)).toMatchObject({
    saved: '12,3\u00a0s',
    changed: '15,0\u00a0s',
    difference: '+2,7\u00a0s',
    judgement: 'worse',
  })
  expect(row(rows, 6)).toMatchObject({ past: '—', difference: '', judgement: 'same' })
})

test('a missing figure is a dash, and the number of orders is not judged', () => {
  const rows = figureRows(result({ median_pickup_metres: null }))
  expect(row(rows, 0)).toMatchObject({ difference: '', judgement: null })
  expect(row(rows, 5)).toMatchObject({ saved: '900 m', changed: '—', judgement: null })
})

const NO_BANDS = {
  unserved: null,
  called_off: null,
  median_seconds: null,
  p90_seconds: null,
  median_pickup_metres: null,
  offers_per_order: null,
  bans: null,
}

test('a modelled figure is a range: whole seconds, and orders with their share', () => {
  const bands = {
    ...NO_BANDS,
    unserved: { from: 4, to: 10 },
    median_seconds: { from: 40.4, to: 54.2 },
    p90_seconds: { from: 60, to: 60 },
    median_pickup_metres: { from: 880, to: 1240 },
    bans: { from: 0, to: 2 },
  }
  const rows = figureRows(result({ bands }))
  expect(rows.map(({ changed }) => changed)).toEqual([
    '200',
    '4–10 (2,0–5,0\u00a0%)',
    '0 (0,0\u00a0%)',
    '40–55\u00a0s',
    '60\u00a0s',
    '880 m–1,2 km',
    '4,3',
    '0–2',
  ])
  expect(rows.map(({ saved }) => saved)[1]).toBe('10 (5,0\u00a0%)')
})

test('a difference that may be chance is none, a surer one is judged by its middle', () => {
  const differences = {
    ...NO_BANDS,
    unserved: { from: -7, to: -3 },
    median_seconds: { from: -2, to: 5 },
    p90_seconds: { from: 1.1, to: 2.3 },
  }
  const rows = figureRows({ ...result({ unserved: 4, median_seconds: 15 }), differences })
  expect(row(rows, 1)).toMatchObject({ difference: '−5', judgement: 'better' })
  expect(row(rows, 3)).toMatchObject({ difference: '', judgement: 'same' })
  expect(row(rows, 4)).toMatchObject({ difference: '+1,7\u00a0s', judgement: 'worse' })
})
