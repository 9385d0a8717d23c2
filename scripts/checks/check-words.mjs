import fs from 'node:fs'
import path from 'node:path'
import { parseSync } from 'vite'
import { sourceFiles } from '../import-graph.mjs'
import { ROOT } from '../setup.mjs'

/*
 * Checks that names say what an engineer would search for. A private word that was replaced must not come back as a part of a declared
 * name or of a file name. Properties are not checked, and neither are names in snake_case: they are fields of the wire or columns.
 * Comments must not refer to a requirement of a document outside this repository, or to a decision that is not in docs/decisions.
 */

/** Folders where the word has its plain meaning: words of an address, houses of a street, callers on the telephone. */
const TEXT_AND_ADDRESSES = [
  'apps/server/src/adapters/geocoding/',
  'apps/server/src/adapters/map-import/',
  'apps/server/src/adapters/tiles/',
  'apps/server/src/adapters/routing/',
  'apps/server/src/geography/addresses/',
  'apps/server/src/identity/accounts/weak-passwords',
  'apps/server/src/demo/seed/',
  // A map file written by a test: buildings beside streets.
  'apps/server/src/testing/map/pretend-country.ts',
  'packages/domain/src/geography/address-',
  'packages/domain/src/audit/',
  'packages/domain/src/orders/fare-doubt-labels',
  'bench/',
]
const SIMULATION = ['packages/simulation/', 'apps/server/src/demo/pretend-callers/', 'apps/console/src/demo/']

/** Private words as parts of names, their replacements, and the folders and names in which a word has its plain meaning. */
const WORDS = {
  wish: { say: 'input', except: SIMULATION },
  wishes: { say: 'inputs', except: SIMULATION },
  patience: { say: 'timeout', except: SIMULATION },
  most: { say: 'max', names: ['atMost', 'mostUsed', 'mostUsedAddresses'] },
  least: { say: 'min', names: ['atLeast'] },
  fewest: { say: 'min' },
  ears: { say: 'listener' },
  hearer: { say: 'subscriber' },
  hear: { say: 'on, subscribe, handle or apply' },
  tell: { say: 'emit, publish, notify or record' },
  looker: { say: 'viewer' },
  lookers: { say: 'viewers' },
  temper: { say: 'behaviour' },
  quirk: { say: 'fault' },
  belongings: { say: 'disposables' },
  accused: { say: 'penalised' },
  shelf: { say: 'store' },
  stranger: { say: 'unknown' },
  // "Foreign key" is the term of SQL.
  foreign: { say: 'otherTenant', except: ['apps/server/src/platform/db/'] },
  twin: { say: 'copy' },
  room: { say: 'fixture, dispatchers or capacity' },
  words: { say: 'permissions, messages, labels, terms or content', except: TEXT_AND_ADDRESSES },
  papers: { say: 'documents' },
  sums: { say: 'totals' },
  house: { say: 'server, installation or companyFunds', except: TEXT_AND_ADDRESSES },
  desk: { say: 'page, apiClient, telephonyContext or workspace' },
  asked: { say: 'requested, offered or input' },
  ask: { say: 'request or confirm' },
  asks: { say: 'requests, requires or dialog' },
  asking: { say: 'pending or offering' },
  told: { say: 'notified or recorded' },
  tells: { say: 'reports or names' },
  heard: { say: 'received' },
  hears: { say: 'receives' },
  unheard: { say: 'unreceived' },
  kept: { say: 'stored or cached' },
  given: { say: 'input, options or changes' },
  said: { say: 'message or reply' },
  says: { say: 'message, reply or expected' },
  // To look something up is plain English.
  look: { say: 'run, evaluate, style or view', names: ['lookUp', 'lookUps', 'LOOK_UPS', 'lookUpClient'] },
  looked: { say: 'evaluated' },
  looking: { say: 'poller, context or loading' },
  book: { say: 'list, directory, registry or ledger' },
  meant: { say: 'expected or correct' },
}

const REQUIREMENT =
  /(?<![\w-])(?:GAP|C|ORD|MAP|ADDR|OPER|DASH|REP|ENT|USR|PRIO|CONST|BLK|ERR|CALL|AUTH|SIM|LAY|GEN|ENR|DLV|NAV)-\d+/g
/** Destructured fields of the wire and columns; constants are in capitals. */
const SNAKE_CASE = /^[a-z\d]+(?:_[a-z\d]+)+$/
const DECISION = /\bdecisions? (\d+)/g
/** A sanity check: the sources have many more names, so fewer mean that they were not read. */
const MIN_NAMES = 10_000

const decisions = fs.readdirSync(path.join(ROOT, 'docs/decisions')).map((name) => Number(name.slice(0, 4)))
const found = {}
const problems = []
let names = 0
for (const file of sourceFiles()) {
  judge(path.basename(file).replace(/\..*/, ''), file, file)
  const text = fs.readFileSync(path.join(ROOT, file), 'utf8')
  const { program, comments } = parseSync(file, text)
  visit(program, (name) => judge(name, file, `${file}: ${name}`))
  for (const { value } of comments) {
    for (const [id] of value.matchAll(REQUIREMENT)) problems.push(`${file}: a comment names ${id}; write the rule`)
    for (const [, number] of value.matchAll(DECISION))
      if (!decisions.includes(Number(number))) problems.push(`${file}: there is no decision ${number}`)
  }
}
for (const [part, places] of Object.entries(found))
  problems.push(`"${part}": ${places.length} names; say ${WORDS[part].say}: ${places.slice(-5).join(', ')}`)
if (names < MIN_NAMES) problems.push(`${names} names are not all of them`)
for (const problem of problems) console.error(problem)
process.exit(problems.length === 0 ? 0 : 1)

function judge(name, file, place) {
  names += 1
  if (SNAKE_CASE.test(name)) return
  for (const part of partsOf(name)) {
    if (!Object.hasOwn(WORDS, part) || isRight(WORDS[part], name, file)) continue
    found[part] ??= []
    found[part].push(place)
  }
}

function isRight({ except = [], names: right = [] }, name, file) {
  return right.includes(name) || except.some((start) => file.startsWith(start))
}

function partsOf(name) {
  return new Set(
    name
      .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
      .split(/[_$-]/)
      .map((part) => part.toLowerCase()),
  )
}

/** Calls `see` with the names of variables, parameters, functions, classes and types where they are declared. */
function visit(node, see) {
  if (Array.isArray(node)) for (const one of node) visit(one, see)
  else if (typeof node === 'object' && node !== null) {
    if (node.type === 'VariableDeclarator') bound(node.id, see)
    if (Array.isArray(node.params) && node.type !== 'TSTypeParameterInstantiation')
      for (const one of node.params) bound(one, see)
    if (/^(Function|Class|TSInterface|TSTypeAlias)/.test(node.type ?? '') && node.id) see(node.id.name)
    for (const value of Object.values(node)) visit(value, see)
  }
}

function bound(pattern, see) {
  if (!pattern) return
  if (pattern.type === 'Identifier') see(pattern.name)
  if (pattern.type === 'AssignmentPattern') bound(pattern.left, see)
  if (pattern.type === 'RestElement') bound(pattern.argument, see)
  if (pattern.type === 'ArrayPattern') for (const one of pattern.elements) bound(one, see)
  if (pattern.type === 'ObjectPattern') for (const one of pattern.properties) bound(one.value ?? one, see)
}
