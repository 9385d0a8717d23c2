import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { git } from '../import-graph.mjs'
import { ROOT } from '../setup.mjs'

/*
 * Checks that every path, every picture and every test named in a document exists, the test with the quoted title, and that every picture is
 * in a document. In docs/architecture.md also: each module of each area has its name in the table of areas, and each import rule a row. In
 * docs/asvs.md also: a row for each requirement of levels 1 and 2, and a test or a reason in every row.
 */

const NAMED = /`([^`\s]+\.test\.tsx?)`(?: "([^"]+)")?/g
/** Documents name files from the root, or from one of these folders. */
const FOLDERS = ['', 'apps/server/src/', 'apps/console/src/', 'packages/domain/src/', 'packages/contract/src/']
const AREA_FOLDERS = ['packages/domain/src', 'packages/contract/src', 'apps/server/src', 'apps/console/src']
/** Demo data have no rules of their own. */
const NO_AREA = 'packages/domain/src/demo'
/** A path from a folder of the root, to a folder, or with an extension; `*` stands for any part of a name. URLs begin with a slash. */
const PATH =
  /`((?:apps|packages|e2e|bench|deploy|scripts|docs)\/[\w./*-]+|[\w*-][\w./*-]*(?:\/|\.(?:ts|tsx|mjs|cjs|md|json|sql|css)))`/g
/** `![text](path)`, relative to its document. */
const PICTURE = /!\[([^\]]*)\]\(([^)\s]+)\)/g
const PICTURES = /^docs\/.*\.(svg|png)$/
/** A file in a row of docs/asvs.md; its other words in backticks are names of code. */
const FILE = /`([\w./-]+\/[\w./-]+|[\w-]+\.(?:ts|tsx|mjs|md|json|sql|conf|cfg))`/g

/** Number of requirements of levels 1 and 2 in each section of ASVS 5.0.0; their numbers begin at 1 and have no gap. */
const ASVS_SECTIONS = {
  1.1: 2,
  1.2: 9,
  1.3: 11,
  1.4: 3,
  1.5: 2,
  2.1: 3,
  2.2: 3,
  2.3: 4,
  2.4: 1,
  3.2: 2,
  3.3: 4,
  3.4: 6,
  3.5: 5,
  3.7: 2,
  4.1: 3,
  4.2: 1,
  4.3: 2,
  4.4: 4,
  5.1: 1,
  5.2: 3,
  5.3: 2,
  5.4: 3,
  6.1: 3,
  6.2: 12,
  6.3: 4,
  6.4: 4,
  6.5: 5,
  6.6: 3,
  6.8: 4,
  7.1: 3,
  7.2: 4,
  7.3: 2,
  7.4: 5,
  7.5: 2,
  7.6: 2,
  8.1: 2,
  8.2: 3,
  8.3: 1,
  8.4: 1,
  9.1: 3,
  9.2: 4,
  10.1: 2,
  10.2: 2,
  10.3: 4,
  10.4: 11,
  10.5: 5,
  10.6: 2,
  10.7: 3,
  11.1: 2,
  11.2: 3,
  11.3: 3,
  11.4: 4,
  11.5: 1,
  11.6: 1,
  12.1: 3,
  12.2: 2,
  12.3: 4,
  13.1: 1,
  13.2: 5,
  13.3: 2,
  13.4: 5,
  14.1: 2,
  14.2: 4,
  14.3: 3,
  15.1: 3,
  15.2: 3,
  15.3: 7,
  16.1: 1,
  16.2: 5,
  16.3: 4,
  16.4: 3,
  16.5: 3,
  17.1: 1,
  17.2: 4,
  17.3: 2,
}
const STATES = ['met', 'partly', 'no', 'n/a']

const DOCUMENTS = [
  // `fewest` is a sanity check: a document names many more tests, so fewer mean that they were not read.
  { document: 'docs/reliability.md', fewest: 40, faultsOfRows: faultsOfReliability },
  { document: 'docs/asvs.md', fewest: 80, faultsOfRows: faultsOfAsvs },
]

const allFiles = git('ls-files', '--cached', '--others', '--exclude-standard')
const problems = [
  ...DOCUMENTS.flatMap(faultsOfTests),
  ...allFiles.filter((file) => /^(docs\/)?[^/]+\.md$/.test(file)).flatMap(faultsOfPaths),
  ...faultsOfPictures(allFiles.filter((file) => /^(docs\/.*|[^/]+)\.md$/.test(file))),
  ...faultsOfArchitecture(fs.readFileSync(path.join(ROOT, 'docs/architecture.md'), 'utf8')),
]
for (const problem of problems) console.error(problem)
process.exit(problems.length === 0 ? 0 : 1)

function faultsOfTests({ document, fewest, faultsOfRows }) {
  const text = fs.readFileSync(path.join(ROOT, document), 'utf8')
  const named = [...text.matchAll(NAMED)].map(([, file, title]) => ({ file, title }))
  const rows = text.split('\n').filter((line) => line.startsWith('| ') && !/^\| (failure|id) \|/.test(line))
  return [
    ...(named.length < fewest ? [`names ${named.length} tests only`] : []),
    ...faultsOfRows(rows, text),
    ...named.flatMap(({ file, title }) => faultOf(file, title)),
  ].map((fault) => `${document}: ${fault}`)
}

function faultsOfPaths(document) {
  const text = fs.readFileSync(path.join(ROOT, document), 'utf8')
  const named = new Set([...text.matchAll(PATH)].map(([, file]) => file))
  return [...named].filter((file) => !isThere(file)).map((file) => `${document}: ${file} does not exist`)
}

function faultsOfPictures(documents) {
  const shown = documents.flatMap((document) =>
    [...fs.readFileSync(path.join(ROOT, document), 'utf8').matchAll(PICTURE)].map(([, text, file]) => ({
      document,
      text,
      file: path.posix.join(path.posix.dirname(document), file),
    })),
  )
  const files = new Set(shown.map(({ file }) => file))
  return [
    ...shown.filter(({ file }) => !allFiles.includes(file)).map((one) => `${one.document}: ${one.file} does not exist`),
    ...shown.filter(({ text }) => text === '').map((one) => `${one.document}: ${one.file} has no text`),
    ...allFiles.filter((file) => PICTURES.test(file) && !files.has(file)).map((file) => `${file} is in no document`),
  ]
}

/** A name without a folder may be that of any file. */
function isThere(named) {
  if (!named.includes('*')) return pathOf(named) !== undefined || allFiles.some((file) => file.endsWith(`/${named}`))
  const pattern = named.replaceAll('.', '[.]').replaceAll('*', '[^/]*')
  const wanted = new RegExp(named.includes('/') ? `^(${FOLDERS.join('|')})${pattern}` : `(^|/)${pattern}$`)
  return allFiles.some((file) => wanted.test(file))
}

function faultsOfArchitecture(text) {
  const rows = text.split('\n').filter((line) => line.startsWith('| `'))
  const areas = rows.map((row) => row.split(' | ').map(namesIn)).filter((cells) => cells.length === 4)
  const { forbidden } = createRequire(import.meta.url)('../../.dependency-cruiser.cjs')
  const area = new RegExp(`(?<=-)(${areas.map(([[name]]) => name).join('|')})(?=-|$)`)
  const rules = new Set(forbidden.map(({ name }) => name.replace(area, '<area>')))
  const [, rulesText = ''] = /^## Who may import whom\n([^#]*)/m.exec(text) ?? []
  const named = rulesText.split('\n').flatMap((row) => namesIn(row.split(' | ')[2] ?? ''))
  return [
    ...areas.flatMap(([[name], , ofServer, ofConsole]) => [
      ...AREA_FOLDERS.map((folder) => `${folder}/${name}`)
        .filter((folder) => folder !== NO_AREA && !fs.existsSync(path.join(ROOT, folder)))
        .map((folder) => `${folder} does not exist`),
      ...differences(`apps/server/src/${name}`, ofServer),
      ...differences(`apps/console/src/${name}`, ofConsole),
    ]),
    ...[...rules].filter((rule) => !named.includes(rule)).map((rule) => `the import rule ${rule} has no row`),
    ...named.filter((rule) => !rules.has(rule)).map((rule) => `${rule} is no import rule`),
  ].map((fault) => `docs/architecture.md: ${fault}`)
}

function namesIn(cell) {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name)
}

/** Folders of an area without a name in its row; a name without a folder. */
function differences(folder, named) {
  const found = fs
    .readdirSync(path.join(ROOT, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'testing')
    .map(({ name }) => name)
  return [
    ...found.filter((name) => !named.includes(name)).map((name) => `${folder}/${name} is in no row`),
    ...named.filter((name) => !found.includes(name)).map((name) => `${folder}/${name} does not exist`),
  ]
}

function faultsOfReliability(rows) {
  return rows.filter((row) => !row.match(NAMED)).map((row) => `no test in "${row}"`)
}

function faultsOfAsvs(rows, text) {
  const wanted = Object.entries(ASVS_SECTIONS).flatMap(([section, count]) =>
    Array.from({ length: count }, (_, index) => `${section}.${index + 1}`),
  )
  const found = rows.map((row) => row.split(' | ')[0].slice(2))
  return [
    ...wanted.filter((id) => !found.includes(id)).map((id) => `${id} has no row`),
    ...found.filter((id) => !wanted.includes(id)).map((id) => `${id} is no requirement of levels 1 and 2`),
    ...found.filter((id, index) => found.indexOf(id) !== index).map((id) => `${id} has two rows`),
    ...STATES.filter(
      (state) => !text.includes(`**${state}** (${rows.filter((row) => stateOf(row) === state).length})`),
    ).map((state) => `the number of rows that are ${state} is another`),
    ...rows.flatMap(faultsOfRequirement),
  ]
}

function stateOf(row) {
  return row.split(' | ')[2]
}

function faultsOfRequirement(row) {
  const [id, , state, where = '', test = '', reason = ''] = row.slice(2, -2).split(' | ')
  const files = [...where.matchAll(FILE)].map(([, file]) => file)
  const isReasoned = reason.trim().length > 10
  return [
    ...(STATES.includes(state) ? [] : [`${id} is in no state of ${STATES.join(', ')}`]),
    ...(test.match(NAMED) || isReasoned ? [] : [`${id} has neither a test nor a reason`]),
    ...(state === 'met' || isReasoned ? [] : [`${id} is ${state} and says no reason`]),
    ...(state === 'n/a' || files.length > 0 ? [] : [`${id} names no file`]),
    ...files.filter((file) => !pathOf(file)).map((file) => `${id} names ${file}, which does not exist`),
  ]
}

function pathOf(file) {
  return FOLDERS.map((folder) => path.join(ROOT, folder, file)).find((candidate) => fs.existsSync(candidate))
}

function faultOf(file, title) {
  const found = pathOf(file)
  if (!found) return [`${file} does not exist`]
  if (title !== undefined && !fs.readFileSync(found, 'utf8').includes(title)) return [`${file} has no test "${title}"`]
  return []
}
