import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const server = process.env.SERVER ?? 'http://localhost:3000'
const passedOn = ['/api', '/order-drivers', '/tiles', '/health', '/ready']
const proxy = {
  ...Object.fromEntries(passedOn.map((path) => [path, { target: server, changeOrigin: false }])),
  '/ws': { target: server, ws: true, changeOrigin: false },
}

const SMALLEST_TO_PACK = 1024
const PACKED = /\.(js|mjs|css|html)$/

/** Leaves a packed twin beside each file, so that the server sends a quarter of the bytes without packing anything itself. */
const packedTwins: Plugin = {
  name: 'packed-twins',
  apply: 'build',
  writeBundle: ({ dir = '' }, bundle) => {
    for (const name of Object.keys(bundle)) {
      const file = path.join(dir, name)
      const content = PACKED.test(name) ? fs.readFileSync(file) : Buffer.alloc(0)
      if (content.length < SMALLEST_TO_PACK) continue
      fs.writeFileSync(`${file}.br`, brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } }))
      fs.writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }))
    }
  },
}

export default defineConfig({
  // The compiler is experimental in the plugin: NOCOMP=1 builds without it, and nothing may depend on it.
  plugins: [react({ compiler: !process.env.NOCOMP }), packedTwins],
  resolve: { alias: { zod: fileURLToPath(new URL('./src/api/no-schemas.ts', import.meta.url)) } },
  build: {
    target: 'es2022',
    manifest: true,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1100,
    // Endpoints and schemas nobody names leave the bundle: making one has no effect but the thing made.
    rolldownOptions: { treeshake: { manualPureFunctions: ['z', 'endpoint', 'one', 'requiredText', 'textUpTo'] } },
  },
  worker: { format: 'es' },
  server: { host: '127.0.0.1', proxy },
  preview: { host: '127.0.0.1', proxy },
})
