import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { expect, onTestFinished, test } from 'vitest'
import { openMessaging } from '../../adapters/messaging/open-messaging.ts'

const FROM = 'Dispecerat <no-reply@proba.ro>'

/** A mail server without TLS, whose address seems to be another machine's. */
async function aMailServerWithoutTls() {
  const received: string[] = []
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, done) => {
      received.push(address)
      done()
    },
    onData: (stream, _session, done) => {
      stream.resume()
      stream.on('end', () => done())
    },
  })
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>((resolve) => smtp.close(() => resolve())))
  const { port } = smtp.server.address() as AddressInfo
  return { port, received }
}

async function sendBy(smtpUrl: string) {
  const messaging = openMessaging({ mail: { smtpUrl, from: FROM }, sms: null, push: null })
  onTestFinished(() => messaging.close())
  const mail = { key: 'k1', to: 'ana@proba.ro', subject: 'Parolă', text: 'link', html: null }
  return messaging.mail?.(mail)
}

test('a mail with a link never crosses a network in plain text unless the operator allows it', async () => {
  const { port, received } = await aMailServerWithoutTls()
  // 0.0.0.0 reaches this machine and is not its loopback name.
  await expect(sendBy(`smtp://0.0.0.0:${port}`)).rejects.toMatchObject({ code: 'ETLS' })
  expect(received).toEqual([])
  await sendBy(`smtp://127.0.0.1:${port}`)
  await sendBy(`smtp://0.0.0.0:${port}?requireTLS=false`)
  expect(received).toEqual(['ana@proba.ro', 'ana@proba.ro'])
})

test('a gateway that redirects is not followed: text, phone and key stay with the configured host', async () => {
  const requests: string[] = []
  const gateway = http.createServer((request, response) => {
    requests.push(request.url ?? '')
    response.writeHead(request.url === '/sms' ? 307 : 200, { location: '/elsewhere' }).end()
  })
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void gateway.close())
  const url = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}/sms`
  const messaging = openMessaging({ mail: null, sms: { url, token: 'secret' }, push: null })
  const sms = { key: 'k2', to: '+40722000001', text: 'Mașina a sosit' }
  await expect(messaging.sms?.(sms)).rejects.toThrow()
  expect(requests).toEqual(['/sms'])
})
