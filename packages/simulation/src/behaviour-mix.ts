import { FAULTS, type Fault } from './behaviour.ts'

/** Percentage of drivers with each fault; the rest have none. */
export type BehaviourMix = readonly (readonly [Fault, number])[]

/** Parses 'deaf:5,flapping:10'. Throws with a sentence for an unknown fault or more than a hundred in all. */
export function readMix(text: string): BehaviourMix {
  const mix = text
    .split(',')
    .filter((part) => part.trim() !== '')
    .map((part): [Fault, number] => {
      const [name = '', percent = ''] = part.trim().split(':')
      const fault = FAULTS.find((known) => known === name)
      if (!fault) throw new Error(`--mix knows ${FAULTS.join(', ')}, not "${name}"`)
      const share = Number(percent)
      if (percent === '' || !(share >= 0 && share <= 100)) throw new Error(`--mix ${name} needs a percentage, like 5`)
      return [fault, share]
    })
  if (mix.reduce((sum, [, share]) => sum + share, 0) > 100) throw new Error('--mix adds up to more than 100')
  return mix
}

/** Fault of driver `index` of `count`; every share is exact to one driver, spread over the whole fleet. */
export function faultOf(mix: BehaviourMix, index: number, count: number): Fault {
  // A stride without a common factor with the count visits every place once.
  const place = ((index * strideFor(count)) % count) + 0.5
  let upTo = 0
  for (const [fault, share] of mix) {
    upTo += (share / 100) * count
    if (place < upTo) return fault
  }
  return 'none'
}

function strideFor(count: number): number {
  let stride = Math.max(1, Math.round(count * 0.618))
  while (commonFactor(stride, count) > 1) stride += 1
  return stride
}

function commonFactor(a: number, b: number): number {
  return b === 0 ? a : commonFactor(b, a % b)
}
