/** The exports with which browser tests start the server in their own process; they load it built (scripts/build-server.mjs). */
export { startApp } from '../app.ts'
export { readConfig } from '../platform/config/config.ts'
export { connectDatabase } from '../platform/db/connect.ts'
export { systemClock } from '../platform/lifecycle/clock.ts'
