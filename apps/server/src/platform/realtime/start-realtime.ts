import type { Server as HttpServer, IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { EventTable } from '@dispecerat/contract/api/event-access'
import { CLOSE, HEARTBEAT_SECONDS } from '@dispecerat/contract/api/realtime'
import type { CompanyId, UserId } from '@dispecerat/domain/kernel/ids'
import type { Logger } from 'pino'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Db } from '../db/database.ts'
import type { StoredEvent } from '../db/event-log.ts'
import type { StorageHealth } from '../db/storage-health.ts'
import type { FindLogin, Login } from '../http/authenticate.ts'
import { addressesBehind } from '../http/upgrade-address.ts'
import type { Clock } from '../lifecycle/clock.ts'
import type { Metrics } from '../telemetry/metrics.ts'
import { Connection } from './connection.ts'
import { Hub } from './hub.ts'
import { join } from './join.ts'
import { closeSoon, encode, type LiveSocket } from './live-socket.ts'
import { Enrichments, LogTail, type Prepared } from './log-tail.ts'
import type { NodeBus } from './node-bus.ts'
import { type PermissionsChangedParts, permissionsChanged } from './permissions-changed.ts'
import type { Frame, Realtime, SocketKind } from './realtime.ts'
import type { MeteredSocket, SocketMeter } from './socket-meter.ts'
import { Talks } from './talk.ts'
import { type Door, originMayConnect, refuseUpgrade, WEBSOCKET_PATH } from './upgrade.ts'

const MAX_FRAME_BYTES = 16 * 1024
const DEAD_AFTER_MS = 60_000
const TOUCH_EVERY_SWEEPS = 12
const WAKE = 'wake'
const DELAYED_AFTER_SECONDS = 1
const WATCH_DELAY_MS = 500

export interface RealtimeParts {
  db: Db
  /** The reason why the database cannot write; null while it can. */
  storage: Pick<StorageHealth, 'trouble'>
  clock: Clock
  log: Logger
  metrics: Metrics
  bus: NodeBus
  publicOrigins: readonly string[]
  trustedProxies: readonly string[]
  findLogin: FindLogin
  meter: SocketMeter
  /** Called every few minutes with the sessions whose sockets are open. */
  touch(tokenIds: readonly number[]): Promise<void>
  /** Returns the sessions among these that have ended. */
  endedAmong(tokenIds: readonly number[]): Promise<number[]>
  readRevoked: PermissionsChangedParts['readRevoked']
  /** The permissions and fields of each event; by default the contract's table. */
  eventTable?: EventTable
}

export interface RunningRealtime extends Realtime {
  /** Closes the websockets of these sessions. */
  closeSessions(tokenIds: readonly number[], code: number): void
  /** The permissions of these companies' roles have changed. */
  permissionsChanged(companyIds: readonly CompanyId[]): Promise<void>
  /** Takes over the server's upgrade requests, including those at other paths, and starts to read the log. */
  start(http: HttpServer, doors?: readonly Door[]): Promise<void>
  /** Asks every client to reconnect soon, and stops reading. */
  stop(): Promise<void>
  /** Every event up to this seq has been sent on this node. */
  sentUpTo(): number
  /** True while committed events reach this node's sockets more than a second late. */
  isDelayed(): boolean
}

type Greeting = { kind: SocketKind; frames: (login: Login) => Promise<Frame[]> }
type LogListener = Parameters<Realtime['onEvents']>[0]

export function createRealtime(parts: RealtimeParts): RunningRealtime {
  const { db, clock, log, metrics, bus, readRevoked } = parts
  const hub = new Hub(parts.eventTable)
  const enrichments = new Enrichments(log)
  const talks = new Talks(hub, log)
  const greetings: Greeting[] = []
  const listeners: LogListener[] = []

  const tail = new LogTail({
    db,
    clock,
    log,
    prepare: (events, attempt) => enrichments.prepare(events, attempt, hub),
    send: (prepared) => {
      notifyListeners(listeners, prepared, log)
      sendPrepared(prepared, hub, metrics)
    },
    sent: (last) => metrics.delivered((clock.now().getTime() - last.at.getTime()) / 1000),
    numbered: () => bus.publish(WAKE, ''),
  })
  const isDelayed = () => tail.lagSeconds > DELAYED_AFTER_SECONDS
  const connections = new Map<WebSocket, Connection>()
  const welcome = welcomer({ parts, hub, talks, enrichments, connections, greetings, tail })
  const enter = opener(welcome)
  const timers = [
    startHeartbeat(connections, hub, parts),
    ...watchTroubles(parts, isDelayed, (frame) => hub.sendToConsoles(frame, tail.cursor, clock.now())),
  ]
  metrics.watchSockets(() => hub.size)
  metrics.watchLag(() => tail.lagSeconds)
  let isStopping = false

  return {
    onEvents: (listener) => void listeners.push(listener),
    enrich: (event, load) => enrichments.set(event, load),
    onConnect: (kind, frames) => void greetings.push({ kind, frames }),
    onFrame: (event, listener) => talks.listen(event, listener),
    onPresence: (listener) => hub.onPresence(listener),
    probe: (userId) => probe(hub.socketsOf(userId), connections),
    onViewer: (listener) => talks.onViewer(listener),
    onTabGone: (listener) => hub.onTabGone(listener),
    guardChannel: (prefix, may, guard) => talks.guard(prefix, may, guard),
    publish: (frame) => countVolatile(metrics, hub.sendVolatile(frame, tail.cursor, clock.now())),
    openSocketsOf: (companyId) => parts.meter.openOf(companyId),
    hasSubscribers: (channel) => hub.hasSubscribers(channel),
    wake: () => tail.wake(),
    closeSessions: (tokenIds, code) => hub.closeSessions(tokenIds, code),
    permissionsChanged: (companyIds) => permissionsChanged({ hub, talks, readRevoked }, companyIds),
    sentUpTo: () => tail.cursor,
    isDelayed,
    start: async (http, doors = []) => {
      bus.subscribe(WAKE, () => tail.wakeToRead())
      await tail.start()
      takeUpgrades(http, [{ path: WEBSOCKET_PATH, upgrade: enter }, ...doors], {
        ...parts,
        isStopping: () => isStopping,
      })
    },
    stop: async () => {
      isStopping = true
      for (const timer of timers) clearInterval(timer)
      for (const socket of connections.keys()) closeSoon(socket, CLOSE.restarting, 'restarting')
      await tail.stop()
    },
  }
}

function opener(welcome: (socket: WebSocket, address: string) => void): Door['upgrade'] {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_FRAME_BYTES, perMessageDeflate: false })
  return (request, socket, head, address) =>
    sockets.handleUpgrade(request, socket, head, (opened) => welcome(opened, address))
}

function takeUpgrades(
  http: HttpServer,
  doors: readonly Door[],
  parts: Pick<RealtimeParts, 'publicOrigins' | 'trustedProxies'> & { isStopping(): boolean },
): void {
  const { publicOrigins, trustedProxies, isStopping } = parts
  const addressOf = addressesBehind(trustedProxies)
  http.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (isStopping()) return refuseUpgrade(socket, '503 Service Unavailable')
    const door = doors.find(({ path }) => path === request.url?.split('?')[0])
    if (!door) return refuseUpgrade(socket, '404 Not Found')
    if (!originMayConnect(request, { ...door, publicOrigins })) return refuseUpgrade(socket, '403 Forbidden')
    door.upgrade(request, socket, head, addressOf(request))
  })
}

interface WelcomeParts {
  parts: RealtimeParts
  hub: Hub
  talks: Talks
  enrichments: Enrichments
  connections: Map<WebSocket, Connection>
  greetings: readonly Greeting[]
  tail: LogTail
}

/** Returns the handler of newly opened sockets. */
function welcomer({ parts, hub, talks, enrichments, connections, greetings, tail }: WelcomeParts) {
  const { clock, metrics } = parts
  const greet = async (kind: SocketKind, login: Login) => {
    const ofKind = greetings.filter((greeting) => greeting.kind === kind)
    return (await Promise.all(ofKind.map(({ frames }) => frames(login)))).flat()
  }
  const prepare = (events: readonly StoredEvent[], userId: UserId) => {
    const audience = { isHeard: () => true, isHere: (id: number) => id === userId }
    return enrichments.prepare(events, Number.POSITIVE_INFINITY, audience)
  }
  const cursor = () => tail.cursor
  const recentEvents: LogTail['recentEvents'] = (seq, upTo) => tail.recentEvents(seq, upTo)
  const joinParts = { ...parts, hub, cursor, recentEvents, prepare, greetings: greet }

  return (socket: WebSocket, address: string): void => {
    let live: LiveSocket | null = null
    const metered: MeteredSocket = parts.meter.admit(address, () => {
      metrics.frames('too_many_sockets')
      closeSoon(socket, CLOSE.tryAgainLater, 'too many sockets')
    })
    const answer = (frame: Frame) => live?.say(encode(frame, cursor(), clock.now()))
    const connection = new Connection(socket, {
      join: async (auth) => {
        live = await join(socket, auth, { ...joinParts, metered })
        return live !== null
      },
      onFrame: async (frame) => {
        metrics.frames('heard')
        if (live) for (const reply of await talks.onFrame(live, frame)) answer(reply)
      },
      complain: (message) => answer({ event: 'error', data: { message } }),
      mayReceive: () => metered.mayReceive(),
      flooded: () => metrics.frames('flooded'),
    })
    connections.set(socket, connection)
    socket.on('close', () => {
      connections.delete(socket)
      metered.gone()
    })
    // Malformed frames close the socket anyway; an error event without a listener would end the process.
    socket.on('error', () => undefined)
  }
}

function sendPrepared(prepared: readonly Prepared[], hub: Hub, metrics: Metrics): void {
  for (const { event, data, isLost } of prepared) {
    if (isLost) hub.sendResync(event)
    else metrics.frames('sent_logged', hub.sendLogged(event, data))
  }
}

function notifyListeners(listeners: readonly LogListener[], prepared: readonly Prepared[], log: Logger): void {
  const events = prepared.map(({ event }) => event)
  for (const listener of listeners) {
    try {
      listener(events)
    } catch (error) {
      log.error({ err: error }, 'a listener of the log failed')
    }
  }
}

function startHeartbeat(
  connections: Map<WebSocket, Connection>,
  hub: Hub,
  { touch, endedAmong }: RealtimeParts,
): NodeJS.Timeout {
  let sweeps = 0
  const closeEnded = async (tokenIds: readonly number[]) =>
    hub.closeSessions(await endedAmong(tokenIds), CLOSE.badToken)
  // Failures are ignored, because the next run repeats the work.
  const quietly = (work: Promise<void>) => void work.catch(() => undefined)
  return setInterval(() => {
    for (const [socket, connection] of connections) {
      if (connection.silentFor() > DEAD_AFTER_MS) socket.terminate()
      else socket.ping()
    }
    sweeps += 1
    const tokenIds = [...new Set([...hub.sockets].map(({ login }) => login.tokenId))]
    if (tokenIds.length === 0) return
    quietly(closeEnded(tokenIds))
    if (sweeps % TOUCH_EVERY_SWEEPS === 0) quietly(touch(tokenIds))
  }, HEARTBEAT_SECONDS * 1000)
}

function countVolatile(metrics: Metrics, { sent, dropped }: ReturnType<Hub['sendVolatile']>): void {
  metrics.frames('sent_volatile', sent)
  metrics.frames('dropped_volatile', dropped)
}

function probe(sockets: Iterable<LiveSocket>, connections: ReadonlyMap<WebSocket, Connection>): number | null {
  const silences: number[] = []
  for (const { socket } of sockets) {
    const connection = connections.get(socket)
    if (connection) silences.push(connection.silentFor())
    if (socket.readyState === socket.OPEN) socket.ping()
  }
  return silences.length > 0 ? Math.min(...silences) : null
}

function watchTroubles({ storage }: RealtimeParts, isDelayed: () => boolean, toConsoles: (frame: Frame) => void) {
  const cannotSave = () => storage.trouble !== null
  return [
    watchTrouble(isDelayed, (is_delayed) => toConsoles({ event: 'events_delayed', data: { is_delayed } })),
    watchTrouble(cannotSave, (is_failing) => toConsoles({ event: 'saving_failing', data: { is_failing } })),
  ]
}

/**
 * Announces a problem repeatedly while it lasts, so that consoles that connect meanwhile see it, and its end once. Two checks in a row must
 * find it, because one slow step of a busy machine is no delay.
 */
function watchTrouble(isFoundNow: () => boolean, announce: (isTrouble: boolean) => void): NodeJS.Timeout {
  let wasFound = false
  let wasAnnounced = false
  return setInterval(() => {
    const isFound = isFoundNow()
    const isTrouble = isFound && (wasFound || wasAnnounced)
    if (isTrouble || (wasAnnounced && !isFound)) announce(isTrouble)
    wasAnnounced = isTrouble
    wasFound = isFound
  }, WATCH_DELAY_MS)
}
