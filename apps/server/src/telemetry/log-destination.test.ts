import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { logDestination } from './log.ts'

const MAX_WAITING_BYTES = 100_000
const LINES = 50_000

test('a reader that has stopped holds nobody up: so many lines wait, the others are dropped', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'dispecerat-log-'))
  const pipe = path.join(folder, 'pipe')
  execFileSync('mkfifo', [pipe])
  // Open for reading too, so that it can be opened without a reader; the destination closes it.
  const destination = logDestination(
    fs.openSync(pipe, fs.constants.O_RDWR | fs.constants.O_NONBLOCK),
    MAX_WAITING_BYTES,
  )
  onTestFinished(async () => {
    // What is being written would fail on a closed pipe.
    const reader = fs.createReadStream(pipe).resume()
    destination.end()
    await once(reader, 'close')
    fs.rmSync(folder, { recursive: true })
  })
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
