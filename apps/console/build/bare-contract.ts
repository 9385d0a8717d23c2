import { type Plugin, parseSync } from 'vite'

/** The properties of an endpoint that a client needs. */
const CLIENT_PROPERTIES = new Set(['method', 'path'])
const OF_THE_CONTRACT = /\/packages\/contract\/src\/.+\.ts$/

interface Node {
  type: string
  start: number
  end: number
}

/** Marks a call as free of side effects, so that it is removed when its result is unused. */
const PURE = '/* @__PURE__ */ '

/** The name under which the contract imports zod. */
const SHAPES = 'z'

/**
 * Reduces every endpoint of the contract to its method and path: descriptions, permissions and schemas are for the
 * server and were a twentieth of the browser's first load. Schemas are already stubs (api/no-schemas.ts); every other
 * top-level call has no side effect and is marked as pure.
 */
export const bareContract: Plugin = {
  name: 'bare-contract',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: OF_THE_CONTRACT },
    handler: (code, id) => ({ code: withoutShapes(code, id), map: null }),
  },
}

interface Call extends Node {
  callee: Node & { name?: string; object?: Node & Partial<Call> }
  arguments: (Node & { properties?: (Node & { key?: { name?: string } })[] })[]
}

function withoutShapes(code: string, id: string): string {
  const edits: { start: number; end: number; text: string }[] = []
  const links = new Set<number>()
  visit(parseSync(id, code).program.body, (node) => {
    if (node.type !== 'CallExpression') return
    const { start, end, callee, arguments: args } = node as Call
    if (rootOf(callee) === SHAPES) {
      edits.push({ start, end, text: SHAPES })
      return
    }
    /* A chain such as `z.string().max(2)` is several calls with the same start; it is marked once. */
    if (!links.has(start)) edits.push({ start, end: start, text: PURE })
    links.add(start)
    if (callee.name !== 'endpoint') return
    for (const { type, start, end, key } of args[0]?.properties ?? []) {
      /* A spread may contain the method, so it stays. */
      if (type !== 'SpreadElement' && !CLIENT_PROPERTIES.has(key?.name ?? ''))
        edits.push({ start, end: end + (/^\s*,/.exec(code.slice(end))?.[0].length ?? 0), text: '' })
    }
  })
  const cuts = edits.filter(({ end, start }) => end > start)
  const inCut = (edit: Omit<Node, 'type'>) =>
    cuts.some((cut) => cut !== edit && edit.start >= cut.start && edit.end <= cut.end && edit.start < cut.end)
  let left = code
  for (const { start, end, text } of edits.filter((edit) => !inCut(edit)).sort((a, b) => b.start - a.start)) {
    left = left.slice(0, start) + text + left.slice(end)
  }
  return left
}

/** The first name of a chain of calls. */
function rootOf({ name, object }: Call['callee']): string | undefined {
  return name ?? (object && rootOf(object.callee ?? object))
}

/** Visits code that runs when the module is evaluated; bodies of functions run later, possibly for a side effect. */
function visit(node: unknown, see: (node: Node) => void) {
  if (Array.isArray(node)) for (const one of node) visit(one, see)
  else if (typeof node === 'object' && node !== null && 'type' in node) {
    if (/Function/.test(String(node.type))) return
    see(node as Node)
    for (const value of Object.values(node)) visit(value, see)
  }
}
