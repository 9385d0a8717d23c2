import { buildConsole } from './build-console.mjs'
import { runUntilStopped } from './run-until-stopped.mjs'
import { setup } from './setup.mjs'

setup()
buildConsole()
runUntilStopped([{ command: process.execPath, args: ['--import', 'tsx', 'apps/server/src/main.ts'] }])
