import { hash } from '@node-rs/argon2'
import { DEMO_PASSWORD } from './demo-accounts.ts'

/** The fixed salt makes the seeded rows reproducible. The password itself is public: it is in the README. */
export function demoPasswordHash(): Promise<string> {
  const salt = new TextEncoder().encode('dispecerat-demo!')
  return hash(DEMO_PASSWORD, { memoryCost: 19_456, timeCost: 2, parallelism: 1, salt })
}
