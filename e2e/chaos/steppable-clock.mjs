import fs from 'node:fs'

/*
 * Loaded before a server (node --import): shifts the machine's clock for this process by the seconds in the
 * file CHAOS_CLOCK. The server reads the machine's clock with Date.now() only.
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
