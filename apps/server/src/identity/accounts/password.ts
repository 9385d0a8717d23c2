import { hash, hashRaw, type Options, verify } from '@node-rs/argon2'
import { hostOf, networkOf } from '../../platform/http/network-of-address.ts'
import { FairTurns, type Turn } from './fair-turns.ts'

/** Argon2id (the library's default) with 19 MiB and two passes: about 30 ms of one core, as OWASP recommends. */
const ARGON: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Hashing shares libuv's four threads with the file system and DNS. 600 waiting hashes take some ten seconds. */
const turns = new FairTurns({ atOnce: 3, maxWaiting: 600 })

export function passwordsWaiting(): number {
  return turns.waiting
}

/** The turn of a user with a session or an unused link: neither can be guessed. */
const PROVED: Turn = { isKnown: true, keys: [] }

/** Compared for unknown e-mails, so that their reply takes as long as that for a wrong password. */
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
  /** Runs within the turn, around the comparison: a wrong guess is counted before the next turn starts. */
  watch?(check: () => Promise<boolean>): Promise<boolean>
}

/** `null` is an account that does not exist or has no password: always false, after the same work. Throws Overloaded. */
export async function passwordMatches(
  passwordHash: string | null,
  password: string,
  { turn = PROVED, watch = (check) => check() }: MatchOptions = {},
): Promise<boolean> {
  const known = passwordHash ?? (await nobodysHash)
  return turns.take(turn, () => watch(async () => (await verify(known, password, ARGON)) && passwordHash !== null))
}

/** Hashes a text with a salt: looks up the row of a short secret. */
export function slowHash(text: string, salt: Buffer): Promise<Buffer> {
  return turns.take(PROVED, () => hashRaw(text, { ...ARGON, salt }))
}
