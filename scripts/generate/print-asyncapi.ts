import fs from 'node:fs/promises'
import path from 'node:path'
import { asyncApiDocument } from '@dispecerat/contract/api/async-api'
import { CONTRACT_DIR } from '../../apps/server/src/testing/contract-endpoints.ts'
import { jsonText } from './json-text.ts'

const FILE = path.join(CONTRACT_DIR, 'asyncapi.json')

const text = jsonText(asyncApiDocument())
if (process.argv.includes('--check')) {
  const committed = await fs.readFile(FILE, 'utf8').catch(() => '')
  if (committed !== text) {
    console.error('packages/contract/asyncapi.json is not what the contract says; run: npm run asyncapi:print')
    process.exit(1)
  }
} else {
  await fs.writeFile(FILE, text)
}
