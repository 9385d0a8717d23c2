import fs from 'node:fs'
import path from 'node:path'
import { ROOT } from './setup.mjs'

/* Every test that a document names exists, with the title the document gives it. */

const DOCUMENTS = ['docs/reliability.md']
const NAMED = /`([^`\s]+\.test\.tsx?)`(?: "([^"]+)")?/g
const FOLDERS = ['', 'apps/server/src/']
/** A document has many more; fewer mean that they were not read. */
const FEWEST = 40

const problems = DOCUMENTS.flatMap((document) => {
  const text = fs.readFileSync(path.join(ROOT, document), 'utf8')
  const named = [...text.matchAll(NAMED)].map(([, file, title]) => ({ file, title }))
  const rows = text.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| failure'))
  return [
    ...(named.length < FEWEST ? [`${document} names ${named.length} tests only`] : []),
    ...rows.filter((row) => !row.match(NAMED)).map((row) => `${document}: no test in "${row}"`),
    ...named.flatMap(({ file, title }) => faultOf(file, title)).map((fault) => `${document}: ${fault}`),
  ]
})
for (const problem of problems) console.error(problem)
process.exit(problems.length === 0 ? 0 : 1)

function faultOf(file, title) {
  const found = FOLDERS.map((folder) => path.join(ROOT, folder, file)).find((candidate) => fs.existsSync(candidate))
  if (!found) return [`${file} does not exist`]
  if (title !== undefined && !fs.readFileSync(found, 'utf8').includes(title)) return [`${file} has no test "${title}"`]
  return []
}
