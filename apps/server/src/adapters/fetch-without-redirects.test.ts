import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { systemClock } from '../platform/lifecycle/clock.ts'
import { requestAuthority } from './authorities/request-authority.ts'
import { openChatWebhook } from './chat-webhook/chat-webhook.ts'
import { anafRegistry } from './company-registry/anaf-registry.ts'
import { googleGeocoder } from './geocoding/google-geocoder.ts'
import { nominatimGeocoder } from './geocoding/nominatim-geocoder.ts'
import { photonGeocoder } from './geocoding/photon-geocoder.ts'
import { GoogleSessions } from './map-providers/google-session.ts'
import { PictureHost } from './map-providers/picture-host.ts'
import { postToWebhook } from './messaging/open-messaging.ts'
import { osrmRouter } from './routing/osrm-router.ts'
import { valhallaRouter } from './routing/valhalla-router.ts'
import { HttpVoice } from './speech/http-voice.ts'
import { ProxyRpc } from './telephony/kamailio/proxy-rpc.ts'

/** A machine in the operator's network that no outsider may reach through this server. */
let inside: http.Server
/** Another machine, configured by the operator, that redirects requests to the one inside. */
let outside: http.Server
let url: string
let requestsInside = 0
let requestsOutside = 0

const portOf = async (server: http.Server) => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return (server.address() as AddressInfo).port
}

beforeAll(async () => {
  inside = http.createServer((_, response) => {
    requestsInside += 1
    response.end('{}')
  })
  const location = `http://127.0.0.1:${await portOf(inside)}/latest/meta-data`
  outside = http.createServer((_, response) => {
    requestsOutside += 1
    response.writeHead(307, { location }).end()
  })
  url = `http://127.0.0.1:${await portOf(outside)}`
})
beforeEach(() => {
  requestsInside = 0
  requestsOutside = 0
})
afterAll(() => {
  for (const server of [inside, outside]) server?.close()
})

const HERE = { lat: 45.6423, long: 25.5889 }
const NEAR = { centre: HERE, radiusMetres: 5000, limit: 5, sessionToken: null }

const REQUESTS: Record<string, () => unknown> = {
  'an OSRM router': () => osrmRouter(url).metres([HERE], HERE),
  'a Valhalla router': () => valhallaRouter(url).metres([HERE], HERE),
  Photon: () => photonGeocoder(url).suggest('Gara', NEAR),
  Nominatim: () => nominatimGeocoder(url).suggest('Gara', NEAR),
  'Google’s addresses': () => googleGeocoder(url, 'key').suggest('Gara', NEAR),
  'Google’s sessions': () => new GoogleSessions({ url, key: 'key', clock: systemClock }).session('light'),
  'a host of map pictures': () =>
    new PictureHost({ url: `${url}/{z}/{x}/{y}`, key: '', clock: systemClock }).picture(10, 1, 1),
  // The post itself is not awaited, so the test waits for its warning.
  'the chat webhook': () =>
    new Promise<void>((warned) => openChatWebhook(url, pino({}, { write: () => warned() }))?.post('a failure')),
  'the gateway of messages': () => postToWebhook(url, null, { id: '1' }),
  'the voice': () => new HttpVoice({ url, key: null }).speak('Bună ziua'),
  'the company registry': () => anafRegistry(url, systemClock).find('RO1'),
  'an authority': () => requestAuthority(new URL(url), {}),
  Kamailio: () => new ProxyRpc(url).ask('dlg.list'),
}

test.each(Object.entries(REQUESTS))('%s cannot redirect this server to another address', async (_, send) => {
  await Promise.resolve(send()).catch(() => undefined)
  await expect.poll(() => requestsOutside).toBe(1)
  expect(requestsInside).toBe(0)
})
