/** The exports with which browser tests start the server in their own process; they load it built (scripts/build-server.mjs). */
export { startApp } from '../app.ts'
export { systemClock } from '../clock.ts'
export { readConfig } from '../config.ts'
export { connectDatabase } from '../db/connect.ts'
