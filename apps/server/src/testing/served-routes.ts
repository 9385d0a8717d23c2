import type { FastifyInstance } from 'fastify'

const BRANCH = /^((?:│ {3}| {4})*)[├└]── (.*?)(?: \(([A-Z, ]+)\))?$/
const DEPTH = 4

/**
 * Every route of the server, 'GET /api/orders/:'. Parameters are shown without names, because one position of the route tree may have two.
 */
export function servedRoutes(http: FastifyInstance): string[] {
  const above: string[] = []
  const routes = new Set<string>()
  for (const line of http.printRoutes({ commonPrefix: false }).split('\n')) {
    const [, indent = '', piece = '', methods = ''] = BRANCH.exec(line) ?? []
    const depth = indent.length / DEPTH
    const address = `${depth === 0 ? '' : above[depth - 1]}${piece}`
    above[depth] = address
    for (const method of methods.split(', ')) {
      if (method !== '' && method !== 'HEAD') routes.add(withoutNames(`${method} ${address}`))
    }
  }
  return [...routes]
}

/** 'GET /api/orders/:id' → 'GET /api/orders/:' */
export function withoutNames(line: string): string {
  return line.replace(/:\w+(\([^)]*\))?(\|:\w+)*/g, ':')
}
