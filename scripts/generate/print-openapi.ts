import fs from 'node:fs/promises'
import path from 'node:path'
import { searchOf } from '@dispecerat/contract/api/typed-lists'
import { pino } from 'pino'
import { createHttp } from '../../apps/server/src/platform/http/http-server.ts'
import { mount } from '../../apps/server/src/platform/http/mount.ts'
import { CONTRACT_DIR, contractEndpoints } from '../../apps/server/src/testing/contract-endpoints.ts'
import { jsonText } from './json-text.ts'

const FILE = path.join(CONTRACT_DIR, 'openapi.json')

/** The contract as OpenAPI, through the same code that serves it; needs no database. */
async function openApiText(): Promise<string> {
  const http = await createHttp({
    log: pino({ level: 'silent' }),
    findLogin: async () => null,
    answered: () => undefined,
    publicOrigins: [],
    consoleDist: CONTRACT_DIR,
  })
  const unserved = () => {
    throw new Error('this process only prints')
  }
  const endpoints = await contractEndpoints()
  // Mounting a list also mounts its search endpoint (POST).
  const brought = new Set(endpoints.map(searchOf))
  for (const endpoint of endpoints) if (!brought.has(endpoint)) mount(http, {}, endpoint, unserved)
  await http.ready()
  const text = jsonText(http.swagger())
  await http.close()
  return text
}

const text = await openApiText()
if (process.argv.includes('--check')) {
  const committed = await fs.readFile(FILE, 'utf8').catch(() => '')
  if (committed !== text) {
    console.error('packages/contract/openapi.json is not what the contract says; run: npm run openapi:print')
    process.exit(1)
  }
} else {
  await fs.writeFile(FILE, text)
}
