import { fileURLToPath } from 'node:url'
import { buildConsole } from './build-console.mjs'
import { buildServer } from './build-server.mjs'

/** Builds the outdated parts that browser tests and tests of whole processes run; vitest calls it before them. */
export async function setup() {
  buildConsole()
  await buildServer()
  await buildServer('testing/in-process')
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await setup()
