import { expect, test } from 'vitest'
import { z } from 'zod'
import { showOnly } from './show-only.ts'

const Row = z.object({
  id: z.number().int().positive(),
  name: z.string().nullable(),
  notes: z.string().nullable(),
  is_blocked: z.boolean(),
  driver_ids: z.array(z.number()),
  options: z.record(z.string(), z.literal(true)),
  fare: z.object({ left: z.number(), is_paid: z.boolean(), paid_by: z.string().nullable() }),
})
const ROW: z.output<typeof Row> = {
  id: 7,
  name: 'Ana',
  notes: 'Datornică',
  is_blocked: true,
  driver_ids: [1, 2],
  options: { animal: true },
  fare: { left: 12, is_paid: true, paid_by: 'Maria' },
}

test('a field of the contract that is not listed has its empty value', () => {
  expect(showOnly(Row, ['id', 'name'])(ROW)).toEqual({
    id: 7,
    name: 'Ana',
    notes: null,
    is_blocked: false,
    driver_ids: [],
    options: {},
    fare: { left: 0, is_paid: false, paid_by: null },
  })
})

test('a field that the contract does not have is not shown', () => {
  const row = { ...ROW, password: 'secret' }
  expect(showOnly(Row, Object.keys(ROW) as (keyof typeof ROW)[])(row)).toEqual(ROW)
})

test('hiding a field that has no empty value is refused before any row is shown', () => {
  const WithState = z.object({ ...Row.shape, state: z.enum(['free', 'busy']) })
  expect(() => showOnly(WithState, ['id'])).toThrow('state has no empty value')
})
