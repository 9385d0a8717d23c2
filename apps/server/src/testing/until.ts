import { setTimeout as sleep } from 'node:timers/promises'

const TIMEOUT_MS = 30_000
const INTERVAL_MS = 20

/** Polls where `expect.poll` cannot: outside a test, in a hook before all tests, in fixtures that benches and scripts use. */
export async function until(
  fact: string,
  isTrue: () => boolean | Promise<boolean>,
  { timeoutMs = TIMEOUT_MS, intervalMs = INTERVAL_MS }: { timeoutMs?: number; intervalMs?: number } = {},
): Promise<void> {
  const giveUpAt = performance.now() + timeoutMs
  while (!(await isTrue())) {
    if (performance.now() > giveUpAt) throw new Error(`not after ${timeoutMs / 1000} s: ${fact}`)
    await sleep(intervalMs)
  }
}
