import { expect, test } from 'vitest'
import { Slots } from './slots.ts'

test('a company that uses all of its slots takes none of another, and waits for its own', async () => {
  const slots = new Slots({ max: 3, maxPerKey: 1 })
  const started: string[] = []
  const take = async (key: string, name = key) => {
    const release = await slots.take(key)
    started.push(name)
    return release
  }
  const first = await take('A', 'A1')
  const second = take('A', 'A2')
  const third = take('A', 'A3')
  const others = [await take('B'), await take('C')]
  expect(started).toEqual(['A1', 'B', 'C'])
  first()
  first()
  const releaseSecond = await second
  expect(started).toEqual(['A1', 'B', 'C', 'A2'])
  releaseSecond()
  await third
  for (const release of others) release()
  expect(started).toEqual(['A1', 'B', 'C', 'A2', 'A3'])
})

test('a full server starts waiting requests in order of arrival, among companies below their limit', async () => {
  const slots = new Slots({ max: 2, maxPerKey: 1 })
  const started: string[] = []
  const a = await slots.take('A')
  const b = await slots.take('B')
  const waiting = ['A', 'C', 'D'].map((key) => slots.take(key).then(() => started.push(key)))
  b()
  await waiting[1]
  expect(started).toEqual(['C'])
  a()
  await waiting[0]
  expect(started).toEqual(['C', 'A'])
})
