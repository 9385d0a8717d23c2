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

test('a reader that has stopped blocks nothing: lines up to a limit are buffered, the others are dropped', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'dispecerat-log-'))
  const pipe = path.join(folder, 'pipe')
  execFileSync('mkfifo', [pipe])
  // Opened for reading too, so that opening does not need a reader; the destination closes it.
  const destination = logDestination(
    fs.openSync(pipe, fs.constants.O_RDWR | fs.constants.O_NONBLOCK),
    MAX_WAITING_BYTES,
  )
  onTestFinished(async () => {
    // A pending write would fail on a closed pipe.
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
