import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ExtractError } from './extract-error.ts'
import { NodeStore } from './node-store.ts'
import { WayStore } from './way-store.ts'

const NODES = 20_000
/** Fits three of the twenty blocks. */
const TINY_CACHE = 40_000

let folder: string

beforeAll(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'dispecerat-nodes-'))
})
afterAll(() => fs.rm(folder, { recursive: true }))

/** Ids grow by uneven steps, one of them beyond 32 bits. */
const idOf = (i: number) => 7 + i * 6 + (i % 5) + (i > NODES / 2 ? 9_000_000_000 : 0)
const at = (i: number) => ({ lat: -80 + i / 200, long: 179 - i / 100 })

test('every point is found, in any order, whatever fits into memory', () => {
  const store = new NodeStore(path.join(folder, 'all'), TINY_CACHE)
  for (let i = 0; i < NODES; i++) store.add(idOf(i), at(i).lat, at(i).long)
  store.seal()
  expect(store.size).toBe(NODES)
  for (let i = 0; i < NODES; i++) {
    const other = (i * 7919) % NODES
    const found = store.at(idOf(other))
    expect(found?.lat).toBeCloseTo(at(other).lat, 7)
    expect(found?.long).toBeCloseTo(at(other).long, 7)
  }
  store.close()
})

test('a point missing in the extract is not found', () => {
  const store = new NodeStore(path.join(folder, 'some'))
  for (const id of [10, 12, 5_000_000_000]) store.add(id, 45, 25)
  store.seal()
  for (const id of [1, 11, 13, 4_999_999_999, 6_000_000_000]) expect(store.at(id), String(id)).toBeNull()
  store.close()
})

test('an extract whose ids are not in order is refused with the remedy', () => {
  const store = new NodeStore(path.join(folder, 'unsorted'))
  store.add(5, 45, 25)
  expect(() => store.add(5, 45, 25)).toThrow(ExtractError)
  expect(() => store.add(4, 45, 25)).toThrow('osmium sort')
  store.close()
})

test('only lines that a relation needs are stored', () => {
  const store = new WayStore(path.join(folder, 'lines'), new Set([30, 10, 20]))
  store.add(10, [
    { lat: 45.1234567, long: 25.7654321 },
    { lat: -1, long: -2 },
  ])
  store.add(15, [{ lat: 1, long: 1 }])
  store.add(30, [{ lat: 3, long: 3 }])
  expect(store.line(10)).toEqual([
    { lat: 45.1234567, long: 25.7654321 },
    { lat: -1, long: -2 },
  ])
  expect(store.line(30)).toEqual([{ lat: 3, long: 3 }])
  for (const absent of [15, 20, 99]) expect(store.line(absent), String(absent)).toBeNull()
  store.close()
})
