import { hash, hashRaw, type Options, verify } from '@node-rs/argon2'
import { hostOf, networkOf } from '../http/network-of-address.ts'
import { FairTurns, type Turn } from './fair-turns.ts'

/** Argon2id (the library's own choice) over 19 MiB, two passes: about 30 ms of one core, as OWASP advises. */
const ARGON: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Hashing shares libuv's four threads with the file system and name look-ups. 600 that wait are served within some ten seconds. */
const turns = new FairTurns({ atOnce: 3, maxWaiting: 600 })

export function passwordsWaiting(): number {
  return turns.waiting
}

/** Of somebody with a session or an unused link: neither can be guessed. */
const PROVED: Turn = { isKnown: true, keys: [] }

/** What unknown e-mails are checked against, so that their answer takes as long as a wrong password's. */
const nobodysHash = hash('nobody has this password', ARGON)

/** The turn of a visitor without an account. */
export function turnOfAddress(address: string): Turn {
  return { isKnown: false, keys: [`network ${networkOf(address)}`, `host ${hostOf(address)}`] }
}

/** Throws Overloaded when the queue is full. */
export function hashPassword(password: string, turn: Turn = PROVED): Promise<string> {
  return turns.take(turn, () => hash(password, ARGON))
}

interface MatchOptions {
  turn?: Turn
  /** Runs within the turn, around the comparison: what it counts is counted before the next turn begins. */
  watch?(check: () => Promise<boolean>): Promise<boolean>
}

/** `null` stands for an account that does not exist or has no password: always false, after the same work. Throws Overloaded. */
export async function passwordMatches(
  passwordHash: string | null,
  password: string,
  { turn = PROVED, watch = (check) => check() }: MatchOptions = {},
): Promise<boolean> {
  const known = passwordHash ?? (await nobodysHash)
  return turns.take(turn, () => watch(async () => (await verify(known, password, ARGON)) && passwordHash !== null))
}

/** The same for a text and a salt: finds the row of a short secret. */
export function slowHash(text: string, salt: Buffer): Promise<Buffer> {
  return turns.take(PROVED, () => hashRaw(text, { ...ARGON, salt }))
}
