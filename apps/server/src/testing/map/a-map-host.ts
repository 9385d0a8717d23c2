import { once } from 'node:events'
import http from 'node:http'

/** Behaviour of the fake map host towards every request. */
export type HostMood = 'well' | 'refuses' | 'hangs' | 'garbage' | 'endless' | 'nothing'

export interface MapHost extends AsyncDisposable {
  /** http://127.0.0.1:port */
  url: string
  mood: HostMood
  /** Paths with their query strings, in the order of the requests. */
  asked: string[]
  /** Unix time in seconds at which sessions of the Map Tiles API expire. */
  sessionsUntil: number
  close(): Promise<void>
}

export const ONE_PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const ANY_PAGE = { 'access-control-allow-origin': '*' }

/** A real HTTP server that imitates a host of map tiles and styles, and Google's Map Tiles API, and can be made to fail. */
export async function aMapHost(): Promise<MapHost> {
  const server = http.createServer((request, response) => {
    host.asked.push(request.url ?? '')
    request.resume()
    answer(host, request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const close = async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
  const host: MapHost = {
    url: `http://127.0.0.1:${address.port}`,
    mood: 'well',
    asked: [],
    sessionsUntil: Math.floor(Date.now() / 1000) + 14 * 86_400,
    close,
    [Symbol.asyncDispose]: close,
  }
  return host
}

function answer(host: MapHost, request: http.IncomingMessage, response: http.ServerResponse): void {
  if (host.mood === 'hangs') return
  if (request.method === 'OPTIONS') {
    response.writeHead(204, { ...ANY_PAGE, 'access-control-allow-headers': '*' }).end()
    return
  }
  if (host.mood === 'refuses') response.writeHead(403, ANY_PAGE).end('{"error":"key"}')
  else if (host.mood === 'nothing') response.writeHead(404, ANY_PAGE).end()
  else if (host.mood === 'garbage') response.writeHead(200, { ...ANY_PAGE, 'content-type': 'image/png' }).end('<html>')
  else if (host.mood === 'endless') pourForever(response)
  else answerWell(host, request.url ?? '', response)
}

function answerWell(host: MapHost, path: string, response: http.ServerResponse): void {
  const json = (body: unknown) =>
    response.writeHead(200, { ...ANY_PAGE, 'content-type': 'application/json' }).end(JSON.stringify(body))
  if (path.startsWith('/v1/createSession')) {
    const session = `session-${host.asked.filter((one) => one.startsWith('/v1/createSession')).length}`
    json({ session, expiry: String(host.sessionsUntil), tileWidth: 512, tileHeight: 512, imageFormat: 'png' })
  } else if (path.startsWith('/tile/v1/viewport')) {
    json({ copyright: 'Map data ©2026 Pretend', maxZoomRects: [] })
  } else {
    response.writeHead(200, { ...ANY_PAGE, 'content-type': 'image/png' }).end(ONE_PIXEL)
  }
}

function pourForever(response: http.ServerResponse): void {
  response.writeHead(200, { ...ANY_PAGE, 'content-type': 'image/png' })
  const part = Buffer.alloc(64 * 1024, 1)
  const pour = () => {
    while (!response.destroyed && response.write(part));
  }
  response.on('drain', pour)
  pour()
}
