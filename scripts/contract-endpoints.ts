import fs from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Endpoint } from '@dispecerat/contract/endpoint'

export const CONTRACT_DIR = path.join(path.dirname(fileURLToPath(import.meta.url)), '../packages/contract')

/** Every endpoint the contract exports, by the name of its export, in the order of the files. */
export async function contractEndpoints(): Promise<Map<string, Endpoint>> {
  const dir = path.join(CONTRACT_DIR, 'src')
  const files = (await fs.readdir(dir)).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts')).sort()
  const found = new Map<string, Endpoint>()
  for (const file of files) {
    const exports: Record<string, unknown> = await import(pathToFileURL(path.join(dir, file)).href)
    for (const [name, value] of Object.entries(exports)) if (isEndpoint(value)) found.set(name, value)
  }
  return found
}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'does' in value
}
