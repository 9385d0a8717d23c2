import { expect, test } from 'vitest'
import { z } from 'zod'
import { contractEndpoints, lineOf } from '../testing/contract-endpoints.ts'

const BOUNDS = ['per_page', 'page', 'limit', 'offset'] as const

test('no list can be asked for a million rows at once, nor for a page behind a billion others', async () => {
  const asked = (await contractEndpoints()).flatMap((endpoint) => {
    const { query } = endpoint
    if (!(query instanceof z.ZodObject)) return []
    return BOUNDS.flatMap((name) => {
      const shape = query.shape[name] as z.ZodType | undefined
      return shape ? [{ line: `${lineOf(endpoint)} ?${name}`, isTaken: shape.safeParse('1000000000').success }] : []
    })
  })
  expect(asked.length).toBeGreaterThan(50)
  expect(asked.filter(({ isTaken }) => isTaken)).toEqual([])
})
