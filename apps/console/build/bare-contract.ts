import { type Plugin, parseSync } from 'vite'

/** All that a caller of an endpoint reads. */
const KEPT = new Set(['method', 'path'])
const OF_THE_CONTRACT = /\/packages\/contract\/src\/[^/]+\.ts$/

interface Node {
  type: string
  start: number
  end: number
}

/** What stands before a call whose result nobody needs, so that it goes with the result. */
const PURE = '/* @__PURE__ */ '

/** What every shape of the contract is made with. */
const SHAPES = 'z'

/**
 * Leaves of every endpoint of the contract its method and its path. What it does, who may and the shapes are the server's to
 * read; in a browser they were a twentieth of the first load. A shape is the stand-in for shapes itself (api/no-schemas.ts);
 * whatever else is made has no effect but itself, and is marked so.
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
    const { start, end, callee, arguments: given } = node as Call
    if (rootOf(callee) === SHAPES) {
      edits.push({ start, end, text: SHAPES })
      return
    }
    // `z.string().max(2)` is one call for whoever drops it; its first links begin where it begins.
    if (!links.has(start)) edits.push({ start, end: start, text: PURE })
    links.add(start)
    if (callee.name !== 'endpoint') return
    for (const { type, start, end, key } of given[0]?.properties ?? []) {
      // What endpoints share may hold their method.
      if (type !== 'SpreadElement' && !KEPT.has(key?.name ?? ''))
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

/** The name a chain of calls begins with. */
function rootOf({ name, object }: Call['callee']): string | undefined {
  return name ?? (object && rootOf(object.callee ?? object))
}

/** What runs when the module is read: what functions hold runs later, for its effect. */
function visit(node: unknown, see: (node: Node) => void) {
  if (Array.isArray(node)) for (const one of node) visit(one, see)
  else if (typeof node === 'object' && node !== null && 'type' in node) {
    if (/Function/.test(String(node.type))) return
    see(node as Node)
    for (const value of Object.values(node)) visit(value, see)
  }
}
