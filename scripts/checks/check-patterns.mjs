import crypto from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { check } from 'recheck'
import { parseSync } from 'vite'
import { sourceFiles } from '../import-graph.mjs'
import { ROOT } from '../setup.mjs'

/*
 * Checks every regular expression of the product for catastrophic backtracking (ReDoS): on a hostile text such an expression blocks the
 * server for hours. Verdicts are cached by the text of the expression.
 * An expression that is built at run time cannot be checked here, and is refused.
 */

const OF_THE_PRODUCT = /^(apps|packages)\/[^/]+\/src\/.*\.tsx?$/
const OF_A_TEST = /\.test\.tsx?$|\/testing\//
const CACHE = path.join(ROOT, 'node_modules/.cache/patterns.json')
/** An expression that cannot be checked within this time is refused as too complex. */
const TIMEOUT = { timeout: 60_000 }
/** The check is limited by steps only: with a time limit, a safe expression was reported as slow on a busy machine. */
const NO_CLOCK = { seedingTimeout: null, incubationTimeout: null, attackTimeout: null }
/** Built from words of a person's name and digits of a phone, each escaped, because PostgreSQL gets the same expression. */
const PUT_TOGETHER = ['apps/server/src/office/personal-data/mentions.store.ts']
/** A sanity check: the product has many more expressions, so fewer mean that they were not read. */
const MIN = 150

const patterns = new Map()
const refused = []
for (const file of sourceFiles().filter((name) => OF_THE_PRODUCT.test(name) && !OF_A_TEST.test(name))) {
  const text = fs.readFileSync(path.join(ROOT, file), 'utf8')
  visit(parseSync(file, text).program.body, {
    literal: (regex) => patterns.set(`/${regex.pattern}/${regex.flags}`, { ...regex, file }),
    made: () => PUT_TOGETHER.includes(file) || refused.push(file),
  })
}
const cached = fs.existsSync(CACHE) ? JSON.parse(fs.readFileSync(CACHE, 'utf8')) : {}
const verdicts = {}
for (const [text, { pattern, flags }] of patterns) {
  const key = crypto.createHash('sha256').update(text).digest('base64url')
  verdicts[key] = cached[key] ?? (await judge(pattern, flags))
  if (verdicts[key] !== 'safe') console.error(`${patterns.get(text).file}: ${text} is ${verdicts[key]}`)
}
fs.mkdirSync(path.dirname(CACHE), { recursive: true })
fs.writeFileSync(CACHE, JSON.stringify(Object.fromEntries(Object.entries(verdicts).filter(([, is]) => is === 'safe'))))
for (const file of refused) console.error(`${file}: a pattern that is put together cannot be judged`)
if (patterns.size < MIN) console.error(`${patterns.size} patterns are not all of them`)
const isSafe = refused.length === 0 && Object.values(verdicts).every((is) => is === 'safe')
process.exit(patterns.size >= MIN && isSafe ? 0 : 1)

async function judge(pattern, flags) {
  const { status, complexity, error } = await check(pattern, flags, { ...TIMEOUT, ...NO_CLOCK, randomSeed: 1 })
  if (status === 'safe') return 'safe'
  return complexity?.summary ?? `not judged: ${error?.kind}`
}

function visit(node, see) {
  if (Array.isArray(node)) for (const one of node) visit(one, see)
  else if (typeof node === 'object' && node !== null) {
    if (node.type === 'Literal' && node.regex) see.literal(node.regex)
    if (isCall(node) && node.callee.name === 'RegExp') see.made()
    for (const value of Object.values(node)) visit(value, see)
  }
}

function isCall({ type, callee }) {
  return (type === 'NewExpression' || type === 'CallExpression') && callee?.type === 'Identifier'
}
