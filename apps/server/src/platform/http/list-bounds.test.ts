import { expect, test } from 'vitest'
import { z } from 'zod'
import { contractEndpoints, lineOf } from '../../testing/contract-endpoints.ts'

const BOUNDS = ['per_page', 'page', 'limit', 'offset'] as const

test('no list accepts a page size of a million rows, nor a page behind a billion rows', async () => {
  const bounds = (await contractEndpoints()).flatMap((endpoint) => {
    const { query } = endpoint
    if (!(query instanceof z.ZodObject)) return []
    return BOUNDS.flatMap((name) => {
      const shape = query.shape[name] as z.ZodType | undefined
      return shape ? [{ line: `${lineOf(endpoint)} ?${name}`, isTaken: shape.safeParse('1000000000').success }] : []
    })
  })
  expect(bounds.length).toBeGreaterThan(50)
  expect(bounds.filter(({ isTaken }) => isTaken)).toEqual([])
})
