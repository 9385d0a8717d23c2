import { expect, test } from 'vitest'
import { Overloaded } from '../../platform/http/problem.ts'
import { FairTurns } from './fair-turns.ts'

/** A queue with one turn at a time, whose first turn lasts until all others wait. */
function queueOf(maxWaiting: number) {
  const turns = new FairTurns({ atOnce: 1, maxWaiting })
  const order: string[] = []
  let letGo: () => void = () => undefined
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  const first = turns.take({ isKnown: false, keys: ['held'] }, () => held)
  const all: Promise<unknown>[] = [first]
  const come = (name: string, keys: string[], isKnown = false) => {
    const served = turns.take({ isKnown, keys }, async () => void order.push(name))
    const settled = served.catch((error: unknown) => {
      if (!(error instanceof Overloaded)) throw error
      order.push(`${name} refused`)
    })
    all.push(settled)
  }
  return {
    come,
    run: async () => {
      letGo()
      await Promise.all(all)
      return order
    },
  }
}

test('of 500 turns of one account and one of another account, the other goes second', async () => {
  const queue = queueOf(600)
  for (let n = 0; n < 500; n++) queue.come(`guess ${n}`, [`address ${n}`, 'account victim'])
  queue.come('owner of another account', ['address of an office', 'account other'])
  expect((await queue.run()).indexOf('owner of another account')).toBe(1)
})

test('of 500 turns of one network and one of another network, the other goes second', async () => {
  const queue = queueOf(600)
  for (let n = 0; n < 500; n++) queue.come(`guess ${n}`, ['network far', `address ${n}`, `account ${n}`])
  queue.come('elsewhere', ['network near', 'address near', 'account near'])
  expect((await queue.run()).indexOf('elsewhere')).toBe(1)
})

test('a known device goes before all others', async () => {
  const queue = queueOf(600)
  for (let n = 0; n < 500; n++) queue.come(`guess ${n}`, [`network ${n}`])
  queue.come('known', ['device 1'], true)
  expect((await queue.run())[0]).toBe('known')
})

test('an office behind one address gets its turn while others keep arriving', async () => {
  const queue = queueOf(600)
  for (let n = 0; n < 3; n++) queue.come(`office ${n}`, ['office'])
  for (let n = 0; n < 4; n++) queue.come(`other ${n}`, [`network ${n}`])
  expect(await queue.run()).toEqual(['office 0', 'other 0', 'other 1', 'other 2', 'other 3', 'office 1', 'office 2'])
})

test('when the queue is full, the last turn of the busiest key is refused, never one of another key', async () => {
  const queue = queueOf(3)
  for (let n = 0; n < 3; n++) queue.come(`guess ${n}`, ['far'])
  queue.come('near', ['near'])
  queue.come('known', ['device 1'], true)
  expect((await queue.run()).toSorted()).toEqual(['guess 0', 'guess 1 refused', 'guess 2 refused', 'known', 'near'])
})
