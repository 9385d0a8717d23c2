import { expect, test } from 'vitest'
import { Overloaded } from '../http/problem.ts'
import { FairTurns } from './fair-turns.ts'

/** Turns one at a time; the first one is held until all others wait. */
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
    const told = served.catch((error: unknown) => {
      if (!(error instanceof Overloaded)) throw error
      order.push(`${name} refused`)
    })
    all.push(told)
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

test('five hundred of one account wait one behind the other; somebody else goes second', async () => {
  const queue = queueOf(600)
  for (let n = 0; n < 500; n++) queue.come(`guess ${n}`, [`address ${n}`, 'account victim'])
  queue.come('owner of another account', ['address of an office', 'account other'])
  expect((await queue.run()).indexOf('owner of another account')).toBe(1)
})

test('five hundred of one network wait one behind the other; somebody of another network goes second', async () => {
  const queue = queueOf(600)
  for (let n = 0; n < 500; n++) queue.come(`guess ${n}`, ['network far', `address ${n}`, `account ${n}`])
  queue.come('elsewhere', ['network near', 'address near', 'account near'])
  expect((await queue.run()).indexOf('elsewhere')).toBe(1)
})

test('a known device goes before everybody else', async () => {
  const queue = queueOf(600)
  for (let n = 0; n < 500; n++) queue.come(`guess ${n}`, [`network ${n}`])
  queue.come('known', ['device 1'], true)
  expect((await queue.run())[0]).toBe('known')
})

test('an office behind one address comes in its turn while others keep coming', async () => {
  const queue = queueOf(600)
  for (let n = 0; n < 3; n++) queue.come(`office ${n}`, ['office'])
  for (let n = 0; n < 4; n++) queue.come(`other ${n}`, [`network ${n}`])
  expect(await queue.run()).toEqual([
    ...['office 0', 'other 0', 'other 1', 'other 2', 'other 3'],
    ...['office 1', 'office 2'],
  ])
})

test('of more than may wait, the last of the busiest is refused, never who comes from elsewhere', async () => {
  const queue = queueOf(3)
  for (let n = 0; n < 3; n++) queue.come(`guess ${n}`, ['far'])
  queue.come('near', ['near'])
  queue.come('known', ['device 1'], true)
  expect((await queue.run()).toSorted()).toEqual(['guess 0', 'guess 1 refused', 'guess 2 refused', 'known', 'near'])
})
