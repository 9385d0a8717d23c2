import { asId, type OrderId } from '@dispecerat/domain/kernel/ids'
import { expect, test } from 'vitest'
import { InTurn } from './in-turn.ts'

test('answers to one order run in the order they arrived, those to other orders do not wait', async () => {
  const turns = new InTurn()
  const log: string[] = []
  const answer = (name: string, work?: Promise<void>) => async () => {
    log.push(`${name} begins`)
    await work
    log.push(`${name} ends`)
  }
  let finish = () => {}
  const longWork = new Promise<void>((resolve) => {
    finish = resolve
  })
  const ofFirstOrder = [turns.run(asId<OrderId>(1), answer('112', longWork)), turns.run(asId<OrderId>(1), answer('27'))]
  await turns.run(asId<OrderId>(2), answer('44'))
  finish()
  await Promise.all(ofFirstOrder)
  expect(log).toEqual(['112 begins', '44 begins', '44 ends', '112 ends', '27 begins', '27 ends'])
})

test('a failing one rejects only its own promise, and orders without waiting answers use no memory', async () => {
  const turns = new InTurn()
  const taken = turns.run(asId<OrderId>(1), () => Promise.reject(new Error('taken')))
  const next = turns.run(asId<OrderId>(1), async () => 'after it')
  await expect(taken).rejects.toThrow('taken')
  expect(await next).toBe('after it')
  await expect.poll(() => turns.size).toBe(0)
})
