import { hash, hashRaw, type Options, verify } from '@node-rs/argon2'
import { Overloaded } from '../http/problem.ts'

/** Argon2id (the library's own choice) over 19 MiB, two passes: about 30 ms of one core, as OWASP advises. */
const ARGON: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

const AT_ONCE = 3
const MOST_WAITING = 64

/** What unknown e-mails are checked against, so that their answer takes as long as a wrong password's. */
const nobodysHash = hash('nobody has this password', ARGON)

export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, ARGON))
}

/** `null` stands for an account that does not exist or has no password: always false, after the same work. */
export async function passwordMatches(passwordHash: string | null, password: string): Promise<boolean> {
  const known = passwordHash ?? (await nobodysHash)
  const matches = await inTurn(() => verify(known, password, ARGON))
  return matches && passwordHash !== null
}

/** The same for a text and a salt: finds the row of a short secret. */
export function slowHash(text: string, salt: Buffer): Promise<Buffer> {
  return inTurn(() => hashRaw(text, { ...ARGON, salt }))
}

let running = 0
const waiting: (() => void)[] = []

/**
 * Hashing shares libuv's four threads with the file system and name look-ups: a few at once, a bounded queue behind them.
 * Throws Overloaded when the queue is full.
 */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) {
    if (waiting.length >= MOST_WAITING) throw new Overloaded('password queue is full')
    await new Promise<void>((resolve) => waiting.push(resolve))
  } else {
    running += 1
  }
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}
