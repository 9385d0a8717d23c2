import path from 'node:path'
import { runUntilStopped } from './run-until-stopped.mjs'
import { ROOT, setup } from './setup.mjs'

setup()
const program = (file, ...args) => ({
  command: process.execPath,
  args: [path.join(ROOT, 'node_modules', file), ...args],
})
const port = process.env.PORT ?? '3000'

runUntilStopped([
  {
    ...program(
      'tsx/dist/cli.mjs',
      'watch',
      '--clear-screen=false',
      '--include',
      'apps/server/migrations/*',
      'apps/server/src/main.ts',
    ),
    env: { PORT: port },
  },
  // The console's vite.config.ts proxies the API and the socket to SERVER.
  { ...program('vite/bin/vite.js', 'apps/console'), env: { SERVER: `http://localhost:${port}` } },
])
