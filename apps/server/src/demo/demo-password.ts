import { hash } from '@node-rs/argon2'
import { DEMO_PASSWORD } from './demo-accounts.ts'

/** The password stands in the README; a fixed salt keeps the seed the same everywhere. */
export function demoPasswordHash(): Promise<string> {
  const salt = new TextEncoder().encode('dispecerat-demo!')
  return hash(DEMO_PASSWORD, { memoryCost: 19_456, timeCost: 2, parallelism: 1, salt })
}
