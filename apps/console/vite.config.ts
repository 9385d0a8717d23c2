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
  build: { target: 'es2022', manifest: true, reportCompressedSize: false, chunkSizeWarningLimit: 1100 },
  worker: { format: 'es' },
  server: { host: '127.0.0.1', proxy },
  preview: { host: '127.0.0.1', proxy },
})
