import fs from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Endpoint } from '@dispecerat/contract/kernel/endpoint'
import { REPO_ROOT } from '../platform/lifecycle/repo-root.ts'

export const CONTRACT_DIR = path.join(REPO_ROOT, 'packages/contract')

/** Every endpoint that the contract exports, in the order of its files. */
export async function contractEndpoints(): Promise<Endpoint[]> {
  const dir = path.join(CONTRACT_DIR, 'src')
  const files = (await fs.readdir(dir, { recursive: true }))
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .sort((a, b) => (path.basename(a) < path.basename(b) ? -1 : 1))
  const found: Endpoint[] = []
  for (const file of files) {
    const exports: Record<string, unknown> = await import(pathToFileURL(path.join(dir, file)).href)
    found.push(...Object.values(exports).filter(isEndpoint))
  }
  return found
}

/** 'GET /api/orders/:id' */
export function lineOf({ method, path: address }: Endpoint): string {
  return `${method} ${address}`
}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'does' in value
}
