import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type UserConfig } from 'vite'
import { bareContract } from './build/bare-contract.ts'
import { modulesOfFirstScreens } from './build/first-screen.ts'

const server = process.env.SERVER ?? 'http://localhost:3000'
const passedOn = ['/api', '/order-drivers', '/tiles', '/health', '/ready']
const proxy = {
  ...Object.fromEntries(passedOn.map((path) => [path, { target: server, changeOrigin: false }])),
  '/ws': { target: server, ws: true, changeOrigin: false },
}

const SMALLEST_TO_PACK = 1024
const PACKED = /\.(js|mjs|css|html)$/
/** Folder of the files whose names contain a hash of their content. */
const HASHED = 'assets/'

/**
 * Writes a compressed copy beside each file, so that the server sends a quarter of the bytes without compressing
 * anything itself. A name with a hash always has the same content: copies of an earlier build are reused.
 */
const packedTwins: Plugin = {
  name: 'packed-twins',
  apply: 'build',
  writeBundle: ({ dir = '' }, bundle) => {
    for (const name of Object.keys(bundle)) {
      const file = path.join(dir, name)
      const content = PACKED.test(name) ? fs.readFileSync(file) : Buffer.alloc(0)
      if (content.length < SMALLEST_TO_PACK) continue
      const isCached = name.startsWith(HASHED)
      writeCopy(`${file}.br`, isCached, () =>
        brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } }),
      )
      writeCopy(`${file}.gz`, isCached, () => gzipSync(content, { level: 9 }))
    }
  },
}

function writeCopy(copy: string, isCached: boolean, pack: () => Buffer): void {
  if (isCached && fs.existsSync(copy)) {
    const now = new Date()
    fs.utimesSync(copy, now, now)
    return
  }
  /* A build that is killed must not leave half a copy that the next one would reuse. */
  fs.writeFileSync(`${copy}.new`, pack())
  fs.renameSync(`${copy}.new`, copy)
}

const CHUNKS_STAY_MS = 7 * 24 * 3_600_000

/**
 * A console that stays open during an update of the server can still load its old chunks; they are deleted after a
 * week.
 */
const oldChunksStayAWeek: Plugin = {
  name: 'old-chunks-stay-a-week',
  apply: 'build',
  writeBundle: ({ dir = '' }) => {
    const assets = path.join(dir, 'assets')
    for (const name of fs.existsSync(assets) ? fs.readdirSync(assets) : []) {
      const file = path.join(assets, name)
      if (fs.statSync(file).mtimeMs < Date.now() - CHUNKS_STAY_MS) fs.rmSync(file, { force: true })
    }
  },
}

const here = (file: string) => fileURLToPath(new URL(file, import.meta.url))
const NO_SCHEMAS = { zod: here('./src/api/no-schemas.ts') }
/* The React compiler is experimental in the plugin: NOCOMP=1 builds without it, and nothing may depend on it. */
const languages = () => [bareContract, ...react({ compiler: !process.env.NOCOMP })]

const MAIN = './src/main.tsx'
const SHELL = './src/shell/shell.tsx'
const ENTRANCE = [MAIN, './src/identity/login/login-screen.tsx', './src/site/public-map/live-screen.tsx'].map(here)
const SITE = [MAIN, './src/site/public/enroll-screen.tsx', './src/site/public/documentation-screen.tsx'].map(here)
const FRAME = [MAIN, SHELL].map(here)
const WORKSPACE = [
  MAIN,
  SHELL,
  './src/orders/workspace/operator-screen.tsx',
  './src/orders/order-form/order-screen.tsx',
].map(here)

const FETCHED_AHEAD = /\.css$|\/(site|entrance|frame|parts|desk)-/
const OF_A_SCREEN =
  /\/console\/src\/(identity|geography|fleet|orders|dispatch|telephony\/settings|telephony\/call-reports|billing|office|site|demo|shell|shared\/order-arrival)\/|\/shared\/orders\/order-lists\./

/**
 * One chunk each for the shared code that the start, the public pages, the pages without a login (login form, public
 * map), the frame and the workspace need: a screen loads the chunks it needs, and the rest is in its own chunk. Code
 * shared only by public screens would otherwise be in everybody's chunk. Forty small chunks cost the operator 20 KB
 * of headers and poor compression; the workspace in one piece cost the other screens 30 KB of order form.
 */
async function chunks() {
  const screens = { entrance: ENTRANCE, site: SITE, frame: FRAME, desk: WORKSPACE }
  const {
    entrance,
    site,
    frame,
    desk: workspace,
  } = await modulesOfFirstScreens({
    screens,
    plugins: languages(),
    alias: NO_SCHEMAS,
  })
  const shared = (name: string, priority: number, test: (id: string) => boolean) => ({
    name,
    priority,
    minShareCount: 2,
    test,
  })
  return [
    { name: 'start', tags: ['$initial' as const], priority: 6 },
    shared('site', 5, (id) => site.has(id) && workspace.has(id)),
    shared('public', 5, (id) => site.has(id) && !workspace.has(id) && OF_A_SCREEN.test(id)),
    shared('entrance', 5, (id) => entrance.has(id)),
    shared('frame', 4, (id) => frame.has(id)),
    shared('parts', 3, (id) => workspace.has(id) && !OF_A_SCREEN.test(id)),
    shared('desk', 2, (id) => workspace.has(id)),
  ]
}

export default defineConfig(
  async ({ command }): Promise<UserConfig> => ({
    plugins: [languages(), packedTwins, oldChunksStayAWeek],
    resolve: { alias: NO_SCHEMAS },
    build: {
      target: 'es2022',
      manifest: true,
      emptyOutDir: false,
      reportCompressedSize: false,
      modulePreload: {
        /*
         * The preload list of every small chunk of every screen was 2 KB of the first load; they are loaded right
         * after the screen's own chunk.
         */
        resolveDependencies: (_, files) => files.filter((file) => FETCHED_AHEAD.test(file)),
      },
      chunkSizeWarningLimit: 1100,
      rolldownOptions: {
        output: {
          codeSplitting: {
            groups: command === 'build' ? await chunks() : [],
          },
        },
      },
    },
    worker: { format: 'es' },
    server: { host: '127.0.0.1', proxy },
    preview: { host: '127.0.0.1', proxy },
  }),
)
