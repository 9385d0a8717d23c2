import fs from 'node:fs'
import path from 'node:path'
import { parseSync } from 'vite'
import { sourceFiles } from '../import-graph.mjs'
import { ROOT } from '../setup.mjs'

/*
 * Checks that the console's query keys are derived from the endpoints of the contract: a key is a call of `endpointKey`, or begins with a
 * constant of api/query-keys.ts. A text as the root of a key would be invalidated only by whoever writes the same text.
 */

const OF_THE_CONSOLE = /^apps\/console\/src\/.*\.tsx?$/
const ROOTS = 'apps/console/src/api/query-keys.ts'
/** Functions of the cache whose first argument is a key. */
const BY_KEY = new Set(['setQueryData', 'getQueryData', 'getQueryState', 'setQueryDefaults'])
/** A sanity check: the console has many more keys, so fewer mean that they were not read. */
const MIN = 40

const roots = new Set(
  Array.from(fs.readFileSync(path.join(ROOT, ROOTS), 'utf8').matchAll(/^export const (\w+)/gm), ([, name]) => name),
)
const problems = []
let keys = 0
for (const file of sourceFiles().filter((name) => OF_THE_CONSOLE.test(name))) {
  const text = fs.readFileSync(path.join(ROOT, file), 'utf8')
  visit(parseSync(file, text).program, (key) => {
    keys += 1
    if (!isDerived(key)) problems.push(`${file}: ${text.slice(key.start, key.end)}: name the endpoint with endpointKey`)
  })
}
if (keys < MIN) problems.push(`${keys} query keys are not all of them`)
for (const problem of problems) console.error(problem)
process.exit(problems.length === 0 ? 0 : 1)

/** A variable or parameter named `queryKey` passes a key on; where it gets its value, the value is checked. */
function isDerived({ type, name, callee, elements }) {
  if (type === 'CallExpression') return callee.name === 'endpointKey'
  if (type === 'ArrayExpression') return elements[0]?.type === 'Identifier' && roots.has(elements[0].name)
  return type === 'Identifier' && name === 'queryKey'
}

/** Calls `see` with every expression that is a query key. */
function visit(node, see) {
  if (Array.isArray(node)) for (const one of node) visit(one, see)
  else if (typeof node === 'object' && node !== null) {
    const { type, id, init, callee } = node
    if (type === 'ObjectExpression')
      for (const { key, value } of node.properties) if (key?.name === 'queryKey') see(value)
    if (type === 'VariableDeclarator' && id.name === 'queryKey' && init) see(init)
    if (type === 'CallExpression' && BY_KEY.has(callee.property?.name)) see(node.arguments[0])
    for (const value of Object.values(node)) visit(value, see)
  }
}
