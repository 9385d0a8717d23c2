import fs from 'node:fs'

/*
 * Loaded before a server (node --import): the machine's clock, as this process sees it, is off by the seconds that stand in the
 * file CHAOS_CLOCK. The server reads the machine's clock by Date.now() and nowhere else.
 */

const READ_EVERY_MS = 100
const machineNow = Date.now
let offsetMs = 0

const read = () => {
  offsetMs = Number(fs.readFileSync(process.env.CHAOS_CLOCK, 'utf8')) * 1000
}
read()
setInterval(read, READ_EVERY_MS).unref()
Date.now = () => machineNow() + offsetMs
