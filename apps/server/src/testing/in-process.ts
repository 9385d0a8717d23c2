/** What the browser tests start the server with in their own process; they run it built (scripts/build-server.mjs). */
export { startApp } from '../app.ts'
export { systemClock } from '../clock.ts'
export { readConfig } from '../config.ts'
export { connectDatabase } from '../db/connect.ts'
