import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort, freePortRange, type PortRange } from '../../apps/server/src/testing/free-port.ts'
import { until } from '../../apps/server/src/testing/until.ts'

const DEPLOY = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../deploy/kamailio')
/** Debian's folder of libraries, by CPU architecture. */
const LIBRARIES = `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu`
const MODULES = `${LIBRARIES}/kamailio/modules`
const NEEDED = [
  ['kamailio', '/usr/sbin/kamailio'],
  ['kamailio-websocket-modules', `${MODULES}/websocket.so`],
  ['kamailio-extra-modules', `${MODULES}/evapi.so`],
  ['kamailio-postgres-modules', `${MODULES}/db_postgres.so`],
  ['rtpengine-daemon', '/usr/bin/rtpengine'],
  ['baresip-core', '/usr/bin/baresip'],
] as const
/** Four RTP ports per call, also for half a minute after it; thirty callers ring within that time. */
const RTPENGINE_HUNDREDS = 4
const PATIENT = { timeoutMs: 120_000 }

/** Debian packages that the tests with Kamailio, and the programs in `beside`, need and this machine lacks. */
export function missingPackages(beside: readonly (readonly [name: string, file: string])[] = []): string[] {
  return [...NEEDED, ...beside].filter(([, file]) => !fs.existsSync(file)).map(([name]) => name)
}

interface Ports {
  trunk: number
  ws: number
  rpc: number
  events: number
  rtpengine: number
  database: number
  telephone: number
  telephoneControl: number
  /** A port without a listener: for a telephone that offers sound and sends none. */
  silence: number
}

/** RTP port ranges, from which programs take the ports they need. */
interface PortRanges {
  rtpengine: PortRange
  telephone: PortRange
  turn: PortRange
}

/** Kamailio and rtpengine with the shipped configuration, on free ports, in a folder of their own. */
export interface KamailioEnvironment extends AsyncDisposable {
  folder: string
  ports: Ports
  ranges: PortRanges
  /** Environment variables of the server that uses them. */
  env: Record<string, string>
  /** Kamailio needs the database to be reachable when it starts. */
  startKamailio(): Promise<void>
  stopKamailio(): Promise<void>
  /** Starts a program that ends with the environment. */
  run(name: string, program: string, args: string[]): ChildProcess
  log(name: string): string
}

/** `databaseOf`: the socket file of the server's PostgreSQL, read on every connection. */
export async function aKamailioEnvironment(
  databaseOf: () => string,
  { recordsCalls = false }: { recordsCalls?: boolean } = {},
): Promise<KamailioEnvironment> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'dispecerat-sip-'))
  const ports = await freePorts()
  const ranges = {
    rtpengine: await freePortRange(RTPENGINE_HUNDREDS),
    telephone: await freePortRange(),
    turn: await freePortRange(),
  }
  const children = new Map<string, ChildProcess>()
  const run = (name: string, program: string, args: string[]) => {
    const log = fs.openSync(path.join(folder, `${name}.log`), 'a')
    // setpriv ends the programs whenever this process ends, even by SIGKILL.
    const child = spawn('/usr/bin/setpriv', ['--pdeathsig', 'TERM', '--', program, ...args], {
      cwd: folder,
      stdio: ['ignore', log, log],
    })
    fs.closeSync(log)
    children.set(name, child)
    return child
  }
  const bridge = databaseBridge(ports.database, databaseOf)
  writeConfiguration(folder, ports, recordsCalls)
  const packets = path.join(folder, 'packets')
  const records = [
    `--recording-dir=${packets}`,
    '--recording-method=pcap',
    '--recording-format=raw',
    '--delete-delay=1',
  ]
  run('rtpengine', '/usr/bin/rtpengine', [
    '--config-file=none',
    '--foreground',
    '--log-stderr',
    '--log-level=5',
    '--table=-1',
    '--interface=127.0.0.1',
    `--listen-ng=127.0.0.1:${ports.rtpengine}`,
    '--num-threads=2',
    `--port-min=${ranges.rtpengine.first}`,
    `--port-max=${ranges.rtpengine.last}`,
    '--dtls-passive',
    ...(recordsCalls ? records : []),
  ])
  const log = (name: string) => fs.readFileSync(path.join(folder, `${name}.log`), 'utf8')
  const stopKamailio = async () => {
    const child = children.get('kamailio')
    if (child) await ended(child, 'SIGTERM')
  }
  const startKamailio = async () => {
    fs.rmSync(path.join(folder, 'kamailio.pid'), { force: true })
    const memory = ['-m', '64', '-M', '8']
    const kamailio = run('kamailio', '/usr/sbin/kamailio', [
      '-DD',
      '-E',
      ...memory,
      '-f',
      'kamailio.cfg',
      '-Y',
      folder,
      '-P',
      path.join(folder, 'kamailio.pid'),
    ])
    const checkAlive = () => {
      if (kamailio.exitCode !== null) throw new Error(`Kamailio ended with ${kamailio.exitCode}:\n${log('kamailio')}`)
    }
    for (const port of [ports.ws, ports.rpc, ports.events]) await answers(port, checkAlive)
  }
  return {
    folder,
    ports,
    ranges,
    run,
    log,
    startKamailio,
    stopKamailio,
    env: {
      TELEPHONY: 'kamailio',
      KAMAILIO_WS_URL: `ws://127.0.0.1:${ports.ws}/sip`,
      KAMAILIO_EVENTS: `127.0.0.1:${ports.events}`,
      KAMAILIO_RPC_URL: `http://127.0.0.1:${ports.rpc}/RPC`,
      ...(recordsCalls ? { RTPENGINE_RECORDINGS: packets, RECORDINGS_DIR: path.join(folder, 'sounds') } : {}),
    },
    [Symbol.asyncDispose]: async () => {
      bridge.close()
      await Promise.all([...children.values()].map((child) => ended(child, 'SIGTERM')))
      for (const range of Object.values(ranges)) range.release()
      fs.rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function freePorts(): Promise<Ports> {
  return {
    trunk: await freePort(),
    ws: await freePort(),
    rpc: await freePort(),
    events: await freePort(),
    rtpengine: await freePort(),
    database: await freePort(),
    // baresip listens for TLS on the next port.
    telephone: await freePort({ inARow: 2 }),
    telephoneControl: await freePort(),
    silence: await freePort(),
  }
}

/** The shipped configuration files, with the addresses of this environment. */
function writeConfiguration(folder: string, ports: Ports, recordsCalls: boolean): void {
  const settings = {
    SIP_DOMAIN: 'dispecerat.local',
    TRUNK_SIDE_IP: '127.0.0.1',
    TRUNK_SIDE_PORT: ports.trunk,
    TRUNK_SIDE_ADVERTISED: `127.0.0.1:${ports.trunk}`,
    DIALLED_NUMBERS_GO_TO: `127.0.0.1:${ports.telephone}`,
    TRUNK_ADDRESSES: path.join(folder, 'trunk.list'),
    HOUSE_SIDE_IP: '127.0.0.1',
    HOUSE_WS_PORT: ports.ws,
    HOUSE_RPC_PORT: ports.rpc,
    HOUSE_EVENTS_PORT: ports.events,
    RTPENGINE_CONTROL: `udp:127.0.0.1:${ports.rtpengine}`,
    HOUSE_DATABASE: `postgres://dispecerat:none@127.0.0.1:${ports.database}/dispecerat`,
    DIALOG_KEY: randomUUID(),
    RUN_DIR: folder,
  }
  const shipped = fs.readFileSync(path.join(DEPLOY, 'settings.cfg'), 'utf8')
  const filled = Object.entries(settings).reduce(
    (text, [name, value]) => text.replace(new RegExp(`"!${name}!.*!g"`), `"!${name}!${value}!g"`),
    shipped,
  )
  const whole = recordsCalls ? filled.replace('##!define RECORD_CALLS', '#!define RECORD_CALLS') : filled
  fs.writeFileSync(path.join(folder, 'settings.cfg'), whole)
  for (const file of ['kamailio.cfg', 'trunk.list']) fs.copyFileSync(path.join(DEPLOY, file), path.join(folder, file))
}

/** A bridge: the embedded PostgreSQL listens on a socket file, but Kamailio connects by TCP. */
function databaseBridge(port: number, databaseOf: () => string): net.Server {
  return net
    .createServer((client) => {
      const database = net.connect(databaseOf())
      const end = () => {
        client.destroy()
        database.destroy()
      }
      client.pipe(database).pipe(client)
      for (const side of [client, database]) side.on('error', end).on('close', end)
    })
    .listen(port, '127.0.0.1')
}

/** The socket file of the PostgreSQL that runs on a server's data. */
export function postgresSocketOf(dataDir: string): string {
  const pidFile = fs.readFileSync(path.join(dataDir, 'postgres/pgdata/postmaster.pid'), 'utf8').split('\n')
  return path.join(pidFile[4] ?? '', `.s.PGSQL.${pidFile[3]}`)
}

/** Waits until the port accepts connections; `checkAlive` throws when the listening program has ended. */
export async function answers(port: number, checkAlive: () => void = () => undefined): Promise<void> {
  const isOpen = async () => {
    checkAlive()
    const probe = net.connect(port, '127.0.0.1')
    const connected = await Promise.race([once(probe, 'connect'), once(probe, 'error')]).then(
      () => !probe.connecting && !probe.destroyed,
      () => false,
    )
    probe.destroy()
    return connected
  }
  await until(`somebody listens on ${port}`, isOpen, PATIENT)
}

async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill(signal)
  const timeout = setTimeout(() => child.kill('SIGKILL'), 5000)
  await exited
  clearTimeout(timeout)
}
