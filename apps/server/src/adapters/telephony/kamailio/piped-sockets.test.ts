import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { asId, type CompanyId, type UserId } from '@dispecerat/domain/kernel/ids'
import { expect, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { PipedSockets } from './piped-sockets.ts'

test('sockets that the proxy does not report free their slots and are closed; a reported telephone stays', async () => {
  const kamailio = new WebSocketServer({ port: 0, host: '127.0.0.1', handleProtocols: () => 'sip' })
  await once(kamailio, 'listening')
  const [closed, refused]: [string[], string[]] = [[], []]
  const pipes = new PipedSockets({
    to: new URL(`ws://127.0.0.1:${(kamailio.address() as AddressInfo).port}/sip`),
    canJudge: () => true,
    closed: (line) => void closed.push(line),
    refused: (why) => void refused.push(why),
  })
  const serverPhone = http.createServer()
  serverPhone.on('upgrade', (request, socket, head) => pipes.open({ request, socket, head, address: '198.51.100.7' }))
  await once(serverPhone.listen(0, '127.0.0.1'), 'listening')
  const dial = () => new WebSocket(`ws://127.0.0.1:${(serverPhone.address() as AddressInfo).port}/sip`, 'sip')
  const [seen, phone] = [once(kamailio, 'connection'), dial()]
  const [, request] = await seen
  const line = `127.0.0.1:${request.socket.remotePort}`
  pipes.authenticated(line, { userId: asId<UserId>(1), companyId: asId<CompanyId>(1) })

  const unknowns = Array.from({ length: 300 }, dial)
  for (const one of unknowns) one.on('error', () => undefined)
  await expect.poll(() => unknowns.filter(({ readyState }) => readyState !== WebSocket.CLOSED).length).toBe(0)
  expect(new Set(refused)).toEqual(new Set(['too_many_sockets', 'silent']))
  expect(phone.readyState).toBe(WebSocket.OPEN)
  expect(closed).not.toContain(line)

  pipes.stop()
  await expect.poll(() => closed).toContain(line)
  kamailio.close()
  serverPhone.close()
})
