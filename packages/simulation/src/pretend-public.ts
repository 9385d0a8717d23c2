import type { CallerBehaviour } from './caller-model.ts'
import { minutesToNext, unknownPhone } from './pretend-callers.ts'
import type { SeededRandom } from './seeded-random.ts'

export interface Regular {
  /** E.164. */
  phone: string
  name: string | null
  /** Saved addresses of the caller, the most used first. */
  addresses: readonly string[]
}

/** Possible callers of a company, and addresses in its town. */
export interface Townsfolk {
  regulars: readonly Regular[]
  addresses: readonly string[]
  testNumbers: readonly string[]
}

export interface PretendRing {
  phone: string
  name: string | null
  who: 'regular' | 'stranger' | 'test'
  wish: { pickup: string; destination: string | null }
  behaviour: CallerBehaviour
  /** Pitch of the caller's voice. */
  hertz: number
}

const WHO = [
  ['regular', 75],
  ['stranger', 23],
  ['test', 2],
] as const
const FROM_HOME_PERCENT = 70
const NAMES_DESTINATION_PERCENT = 60
/** Used in a town without addresses in the index. */
const SOMEWHERE = 'Centru'

/** The next caller, their request and patience; reproducible for the same seed. */
export function aPretendRing(folk: Townsfolk, random: SeededRandom): PretendRing {
  const kind = random.weighted(WHO)
  const regular = kind === 'regular' && folk.regulars.length > 0 ? random.pick(folk.regulars) : null
  const isTest = kind === 'test' && folk.testNumbers.length > 0
  const pickup = pickupOf(regular, folk, random)
  const elsewhere = folk.addresses.filter((address) => address !== pickup)
  const namesDestination = elsewhere.length > 0 && random.chance(NAMES_DESTINATION_PERCENT)
  return {
    phone: regular?.phone ?? (isTest ? random.pick(folk.testNumbers) : unknownPhone(random)),
    name: regular?.name ?? null,
    who: regular ? 'regular' : isTest ? 'test' : 'stranger',
    wish: { pickup, destination: namesDestination ? random.pick(elsewhere) : null },
    behaviour: {
      patienceSeconds: random.whole(20, 90),
      talkSeconds: random.whole(15, 60),
      holdSeconds: random.whole(30, 120),
    },
    hertz: random.whole(16, 40) * 20,
  }
}

function pickupOf(regular: Regular | null, { addresses }: Townsfolk, random: SeededRandom): string {
  const home = regular?.addresses[0]
  if (home !== undefined && random.chance(FROM_HOME_PERCENT)) return home
  const known = [...(regular?.addresses ?? []), ...addresses]
  return known.length > 0 ? random.pick(known) : SOMEWHERE
}

/** Time until the next call; null where there are none. */
export function secondsToNextRing(perHour: number, random: SeededRandom): number | null {
  return perHour > 0 ? minutesToNext(perHour / 60, random) * 60 : null
}
