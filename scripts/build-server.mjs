import fs from 'node:fs'
import path from 'node:path'
import { isOutdated } from './newer-sources.mjs'
import { ROOT } from './setup.mjs'

const SOURCES = [
  'apps/server/src',
  'packages/domain',
  'packages/contract',
  'packages/simulation',
  'package-lock.json',
  'scripts/build-server.mjs',
]
const SOURCE_FOLDER = path.join(ROOT, 'apps/server/src')
const BUILT = 'apps/server/dist'

/** The oldest Node version that the server supports (scripts/setup.mjs). */
const OLDEST_NODE = 'node20.19'

/** Node's arguments for the built server; source maps make stack traces show lines of the sources. */
export const BUILT_SERVER = ['--enable-source-maps', `${BUILT}/main.mjs`]

/**
 * Builds a program of apps/server/src, with the threads it starts, into one file of apps/server/dist, when a source is newer:
 * read one by one, 1,400 files of TypeScript take five seconds of every start. Packages are not bundled.
 */
export async function buildServer(program = 'main') {
  const done = `${BUILT}/${path.basename(program)}.done`
  if (!isOutdated(done, SOURCES)) return
  console.log('Building the server …')
  const began = new Date()
  const threads = await buildOne(path.join(SOURCE_FOLDER, `${program}.ts`))
  for (const thread of threads) await buildOne(thread)
  fs.writeFileSync(path.join(ROOT, done), '')
  // The time stamp is the start of the build, so a source that changes during the build counts as newer.
  fs.utimesSync(path.join(ROOT, done), began, began)
}

/** Resolves with the source files of the worker threads that this program starts. */
async function buildOne(source) {
  // Imported here, because rolldown does not exist before the packages are installed.
  const { rolldown } = await import('rolldown')
  const threads = new Set()
  const build = await rolldown({
    input: source,
    platform: 'node',
    transform: { target: OLDEST_NODE },
    external: (id) => !(id.startsWith('.') || path.isAbsolute(id) || id.startsWith('@dispecerat/')),
    plugins: [placesOfSources(threads)],
  })
  const file = path.join(ROOT, BUILT, builtName(source))
  await build.write({ file, format: 'esm', sourcemap: true, codeSplitting: false })
  await build.close()
  return threads
}

const builtName = (source) => path.basename(source, '.ts').concat('.mjs')

/**
 * Rewrites import.meta.url, so that the built file finds what a source finds beside itself. For a worker thread it names the built program,
 * which `threads` collects.
 */
function placesOfSources(threads) {
  const place = /new URL\('(\.[^']*-thread)\.ts', import\.meta\.url\)|import\.meta\.(url|dirname|filename)/g
  return {
    name: 'places-of-sources',
    transform: {
      filter: { code: /import\.meta\.(url|dirname|filename)/ },
      handler(code, id) {
        const fromBuilt = path.relative(path.join(ROOT, BUILT), id).split(path.sep).join('/')
        const placed = code.replace(place, (_, thread, property) => {
          if (thread === undefined && property !== 'url')
            throw new Error(`${id}: import.meta.${property} is another's when built; take import.meta.url`)
          if (thread === undefined) return `new URL('${fromBuilt}', import.meta.url).href`
          const program = path.resolve(path.dirname(id), `${thread}.ts`)
          threads.add(program)
          return `new URL('./${builtName(program)}', import.meta.url)`
        })
        // The replacement adds no line, so line numbers stay right without a map.
        return { code: placed, map: null }
      },
    },
  }
}
