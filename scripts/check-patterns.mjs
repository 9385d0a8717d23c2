import crypto from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { check } from 'recheck'
import { parseSync } from 'vite'
import { sourceFiles } from './import-graph.mjs'
import { ROOT } from './setup.mjs'

/*
 * Every pattern of the product is matched in a time that grows with the length of the text, and no faster: one that tries a
 * hostile text in every possible way stands still for hours, and with it the server. Verdicts are kept by the pattern's text.
 */

const OF_THE_PRODUCT = /^(apps|packages)\/[^/]+\/src\/.*\.tsx?$/
const OF_A_TEST = /\.test\.tsx?$|\/testing\//
const CACHE = path.join(ROOT, 'node_modules/.cache/patterns.json')
/** A pattern that is not judged in this time is too tangled. */
const PATIENCE_MS = 60_000
/** The product has many more; fewer mean that they were not read. */
const FEWEST = 150

const patterns = new Map()
for (const file of sourceFiles().filter((name) => OF_THE_PRODUCT.test(name) && !OF_A_TEST.test(name))) {
  const text = fs.readFileSync(path.join(ROOT, file), 'utf8')
  visit(parseSync(file, text).program.body, (regex) =>
    patterns.set(`/${regex.pattern}/${regex.flags}`, { ...regex, file }),
  )
}
const kept = fs.existsSync(CACHE) ? JSON.parse(fs.readFileSync(CACHE, 'utf8')) : {}
const verdicts = {}
for (const [text, { pattern, flags }] of patterns) {
  const key = crypto.createHash('sha256').update(text).digest('base64url')
  verdicts[key] = kept[key] ?? (await judge(pattern, flags))
  if (verdicts[key] !== 'safe') console.error(`${patterns.get(text).file}: ${text} is ${verdicts[key]}`)
}
fs.mkdirSync(path.dirname(CACHE), { recursive: true })
fs.writeFileSync(CACHE, JSON.stringify(Object.fromEntries(Object.entries(verdicts).filter(([, is]) => is === 'safe'))))
if (patterns.size < FEWEST) console.error(`${patterns.size} patterns are not all of them`)
process.exit(patterns.size >= FEWEST && Object.values(verdicts).every((is) => is === 'safe') ? 0 : 1)

async function judge(pattern, flags) {
  const { status, complexity, error } = await check(pattern, flags, { timeout: PATIENCE_MS, randomSeed: 1 })
  if (status === 'safe') return 'safe'
  return complexity?.summary ?? `not judged: ${error?.kind}`
}

function visit(node, see) {
  if (Array.isArray(node)) for (const one of node) visit(one, see)
  else if (typeof node === 'object' && node !== null) {
    if (node.type === 'Literal' && node.regex) see(node.regex)
    for (const value of Object.values(node)) visit(value, see)
  }
}
