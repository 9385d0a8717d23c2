import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const server = process.env.SERVER ?? 'http://localhost:3000'
const passedOn = ['/api', '/order-drivers', '/tiles', '/health', '/ready']
const proxy = {
  ...Object.fromEntries(passedOn.map((path) => [path, { target: server, changeOrigin: false }])),
  '/ws': { target: server, ws: true, changeOrigin: false },
}

export default defineConfig({
  // The compiler is experimental in the plugin: NOCOMP=1 builds without it, and nothing may depend on it.
  plugins: [react({ compiler: !process.env.NOCOMP })],
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
