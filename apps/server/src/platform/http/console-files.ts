import fs from 'node:fs'
import path from 'node:path'
import serveStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

const HASHED_FILES = `${path.sep}assets${path.sep}`
const NOT_A_SCREEN = /^\/(api|ws|tiles|order-drivers|health|ready|metrics|assets)(\/|\?|$)/
const HAS_EXTENSION = /\.\w{1,8}$/

const NOT_BUILT = `<!doctype html>
<html lang="ro"><meta charset="utf-8"><title>Dispecerat</title>
<body style="font-family: system-ui; max-width: 40rem; margin: 4rem auto; padding: 0 1rem">
<h1>Consola nu este construită</h1>
<p>Serverul merge, dar fișierele consolei lipsesc. Rulați <code>npm run build</code> (sau <code>npm start</code>, care o
construiește singur) și reîncărcați pagina.</p>
<p>Documentația API: <a href="/api/docs">/api/docs</a></p>
</body></html>`

/** Serves the files of the built console from `dist`, which may be built later. */
export async function consoleFiles(http: FastifyInstance, dist: string): Promise<void> {
  await http.register(serveStatic, {
    root: dist,
    prefix: '/',
    index: false,
    // The console's build writes a .br and a .gz beside each file.
    preCompressed: true,
    decorateReply: true,
    cacheControl: false,
    schemaHide: true,
    // Paths that end in a slash are folders; '/' is the console's first screen.
    allowedPath: (address) => !address.endsWith('/'),
    setHeaders: (response, file) => {
      // Names of built assets contain a hash of their content; browsers revalidate everything else.
      const forever = file.startsWith(dist) && file.includes(HASHED_FILES)
      response.setHeader('vary', 'accept-encoding')
      response.setHeader('cache-control', forever ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
}

/** True when a browser requests a screen rather than a file or the API. */
export function isScreen({ method, url }: FastifyRequest): boolean {
  const address = url.split('?')[0] ?? ''
  return (method === 'GET' || method === 'HEAD') && !NOT_A_SCREEN.test(address) && !HAS_EXTENSION.test(address)
}

/** Sends index.html, or a page with instructions when the console has not been built. */
export function sendConsole(reply: FastifyReply, dist: string): FastifyReply {
  if (fs.existsSync(path.join(dist, 'index.html'))) return reply.sendFile('index.html', dist)
  return reply.code(503).type('text/html; charset=utf-8').send(NOT_BUILT)
}
