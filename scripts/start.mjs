import { buildConsole } from './build-console.mjs'
import { BUILT_SERVER, buildServer } from './build-server.mjs'
import { runUntilStopped } from './run-until-stopped.mjs'
import { setup } from './setup.mjs'

setup()
buildConsole()
await buildServer()
runUntilStopped([{ command: process.execPath, args: BUILT_SERVER }])
