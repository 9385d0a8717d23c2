import { execFileSync } from 'node:child_process'
import crypto, { X509Certificate } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../apps/server/src/testing/free-port.ts'
import { answers, type KamailioEnvironment } from './kamailio-environment.ts'

const SHIPPED = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../deploy/coturn/turnserver.conf')

const TURNSERVER = '/usr/bin/turnserver'
const OPENSSL = '/usr/bin/openssl'
const CERTIFICATE = 'turn-certificate.pem'
const KEY = 'turn-key.pem'
/** Packages, with a file by which each is detected. */
export const TURN_PACKAGES = [
  ['coturn', TURNSERVER],
  ['openssl', OPENSSL],
] as const

/** Traffic that a TURN server relayed for one user name. */
export interface Carried {
  username: string
  sentOn: number
  broughtBack: number
}

export interface TurnServer {
  /** Addresses in the format of SIP_ICE_SERVERS. */
  addresses: Record<'udp' | 'tcp' | 'tls', string>
  secret: string
  /** Traffic of finished sessions. */
  carried(): Carried[]
}

/** coturn with the shipped configuration, on free ports, with the certificate made before; it ends with the environment. */
export async function aTurnServer(environment: KamailioEnvironment): Promise<TurnServer> {
  const [port, tlsPort] = [await freePort(), await freePort()]
  const secret = crypto.randomBytes(16).toString('hex')
  const log = path.join(environment.folder, 'turn-sessions.log')
  const settings = {
    'listening-ip': '127.0.0.1',
    'listening-port': String(port),
    'tls-listening-port': String(tlsPort),
    cert: path.join(environment.folder, CERTIFICATE),
    pkey: path.join(environment.folder, KEY),
    'min-port': String(environment.ranges.turn.first),
    'max-port': String(environment.ranges.turn.last),
    'static-auth-secret': secret,
    'allowed-peer-ip': '127.0.0.1',
  }
  const shipped = fs.readFileSync(SHIPPED, 'utf8')
  const filled = Object.entries(settings).reduce(
    (text, [name, value]) => text.replace(new RegExp(`^#?${name}=.*$`, 'm'), `${name}=${value}`),
    shipped,
  )
  const ofThisMachine = ['relay-ip=127.0.0.1', 'allow-loopback-peers', 'no-dtls', 'verbose', 'simple-log']
  const files = [
    `log-file=${log}`,
    `pidfile=${environment.folder}/turnserver.pid`,
    `userdb=${environment.folder}/turn.sqlite`,
  ]
  const configuration = path.join(environment.folder, 'turnserver.conf')
  fs.writeFileSync(configuration, [filled, ...ofThisMachine, ...files, ''].join('\n'))
  environment.run('turnserver', TURNSERVER, ['-c', configuration])
  for (const one of [port, tlsPort]) await answers(one)
  return {
    addresses: {
      udp: `turn:127.0.0.1:${port}?transport=udp`,
      tcp: `turn:127.0.0.1:${port}?transport=tcp`,
      tls: `turns:localhost:${tlsPort}?transport=tcp`,
    },
    secret,
    carried: () => carriedIn(fs.existsSync(log) ? fs.readFileSync(log, 'utf8') : ''),
  }
}

/** A self-signed certificate for this machine; returns the fingerprint of its key, by which a browser can be told to trust it. */
export function makeCertificate(folder: string): string {
  const [certificate, key] = [path.join(folder, CERTIFICATE), path.join(folder, KEY)]
  const kind = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost']
  const names = ['-addext', 'subjectAltName=DNS:localhost', '-keyout', key, '-out', certificate]
  execFileSync(OPENSSL, ['req', ...kind, ...names], { stdio: 'ignore' })
  const { publicKey } = new X509Certificate(fs.readFileSync(certificate))
  return crypto
    .createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('base64')
}

/** rb: bytes received from a peer; sb: bytes sent to one. */
function carriedIn(log: string): Carried[] {
  const usage = /peer usage: realm=<[^>]*>, username=<([^>]+)>, rp=\d+, rb=(\d+), sp=\d+, sb=(\d+)/g
  return [...log.matchAll(usage)].map(([, username = '', back, on]) => ({
    username,
    sentOn: Number(on),
    broughtBack: Number(back),
  }))
}
