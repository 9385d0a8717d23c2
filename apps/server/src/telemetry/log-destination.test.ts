import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { logDestination } from './log.ts'

const MAX_WAITING_BYTES = 100_000
const LINES = 50_000

test('a reader that has stopped holds nobody up: so many lines wait, the others are dropped', async () => {
  const reader = spawn('sleep', ['600'], { stdio: ['pipe', 'ignore', 'ignore'] })
  onTestFinished(async () => {
    destination.destroy()
    reader.kill('SIGKILL')
    if (reader.exitCode === null && reader.signalCode === null) await once(reader, 'exit')
  })
  const { fd } = (reader.stdin as unknown as { _handle: { fd: number } })._handle
  const destination = logDestination(fd, MAX_WAITING_BYTES)
  let dropped = 0
  destination.on('drop', () => {
    dropped += 1
  })
  const log = pino(destination)
  for (let line = 0; line < LINES; line++) log.info({ line }, 'nobody reads this')
  const waiting = (destination as unknown as { _len: number })._len
  expect(waiting).toBeLessThanOrEqual(MAX_WAITING_BYTES)
  expect(dropped).toBeGreaterThan(LINES / 2)
})
