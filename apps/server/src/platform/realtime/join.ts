import { CLOSE } from '@dispecerat/contract/api/realtime'
import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { UserId } from '@dispecerat/domain/kernel/ids'
import type { WebSocket } from 'ws'
import type { Db } from '../db/database.ts'
import { firstBatchAfter, newestSeq, type StoredEvent } from '../db/event-log.ts'
import type { FindLogin, Login } from '../http/authenticate.ts'
import type { Clock } from '../lifecycle/clock.ts'
import type { AuthFrame } from './connection.ts'
import { type Hub, pickVisibleFields } from './hub.ts'
import { closeSoon, encode, LiveSocket } from './live-socket.ts'
import type { Prepared } from './log-tail.ts'
import { type Frame, type SocketKind, ToEach, ToViewer } from './realtime.ts'
import { RESUME_MS } from './recent-events.ts'
import { readMissed } from './replay.store.ts'
import type { MeteredSocket } from './socket-meter.ts'

/** Beyond this number reading everything again is faster. */
const MAX_REPLAYED = 500

export interface JoinParts {
  db: Db
  clock: Clock
  hub: Hub
  findLogin: FindLogin
  metered: MeteredSocket
  cursor(): number
  /** Events after `seq` up to `upTo` from memory; null when they must be read from the log. */
  recentEvents(seq: number, upTo: number): StoredEvent[] | null
  /** Loads data for one user. Never throws: an event that cannot be loaded is marked as lost. */
  prepare(events: readonly StoredEvent[], userId: UserId): Promise<Prepared[]>
  greetings(kind: SocketKind, login: Login): Promise<Frame[]>
}

/**
 * Turns an authenticated socket into a live one: ready, the greetings of the modules, the missed events, then live ones. Live events are
 * queued from before the gap is read, so that nothing is lost between the replay and the live stream.
 */
export async function join(socket: WebSocket, auth: AuthFrame, parts: JoinParts): Promise<LiveSocket | null> {
  const login = await admitted(socket, auth.token, parts)
  if (!login || socket.readyState !== socket.OPEN) return null

  let live: LiveSocket | null = null
  try {
    const lastSeq = await placeInLog(auth.last_seq, parts)
    // A socket that closed meanwhile must not replace the driver's next one.
    if (socket.readyState !== socket.OPEN) return null
    const cursor = parts.cursor()
    live = new LiveSocket(socket, login, Math.max(cursor, lastSeq ?? 0))
    enter(socket, live, parts.hub)
    const missed = lastSeq === null ? null : await missedSince(lastSeq, cursor, live, parts)
    const greetings = await parts.greetings(live.kind, login)
    const resumed = missed !== null
    // Until the missed events are sent, the client must not store a higher sequence number than it has.
    const seq = resumed ? Math.min(lastSeq ?? cursor, cursor) : cursor
    const now = parts.clock.now()
    live.say(encode({ event: 'ready', data: { user_id: login.userId, resumed } }, seq, now))
    if (auth.last_seq !== undefined && !resumed) live.say(encode({ event: 'resync', data: {} }, seq, now))
    for (const frame of greetings) live.say(encode(frame, seq, now))
    for (const frame of missed ?? []) live.say(frame)
    live.goLive()
    return live
  } catch {
    if (live) live.close(CLOSE.tryAgainLater, 'try again later')
    else closeSoon(socket, CLOSE.tryAgainLater, 'try again later')
    return null
  }
}

function enter(socket: WebSocket, live: LiveSocket, hub: Hub): void {
  hub.add(live)
  socket.on('close', () => hub.remove(live))
  if (socket.readyState !== socket.OPEN) hub.remove(live)
}

/**
 * The last sequence number that the client received; null when it sends none, or one that this log has not reached. A number of another log
 * must be rejected: every new event would count as received.
 */
async function placeInLog(lastSeq: number | undefined, { db, cursor }: JoinParts): Promise<number | null> {
  if (lastSeq === undefined) return null
  // A client of another node may be ahead of this node.
  return lastSeq > cursor() && lastSeq > (await newestSeq(db)) ? null : lastSeq
}

async function admitted(
  socket: WebSocket,
  token: string,
  { findLogin, metered }: Pick<JoinParts, 'findLogin' | 'metered'>,
): Promise<Login | null> {
  try {
    const login = await findLogin(token, false)
    metered.joins(login)
    if (login?.needsTwoFactor) throw new DomainError('account.two_factor_needed')
    if (!login) closeSoon(socket, CLOSE.badToken, 'bad token')
    return login
  } catch (error) {
    // A silent database or too many sockets are no reason to discard the token.
    if (error instanceof DomainError) closeSoon(socket, CLOSE.blocked, error.code)
    else closeSoon(socket, CLOSE.tryAgainLater, 'try again later')
    return null
  }
}

/** The frames between the client's sequence number and ours; null when they are not all available. */
async function missedSince(
  lastSeq: number,
  cursor: number,
  live: LiveSocket,
  parts: JoinParts,
): Promise<Buffer[] | null> {
  const missed = lastSeq >= cursor ? [] : await missedEvents(lastSeq, cursor, live, parts)
  if (missed === null || missed.length > MAX_REPLAYED) return null
  const { userId } = live.login
  const visibleFieldsOf = ({ event, toCompanies }: StoredEvent) => parts.hub.heardBy(live, event, toCompanies)
  const mine = missed.filter((event) => visibleFieldsOf(event) !== null)
  const frames: Buffer[] = []
  for (const { event, data, isLost } of await parts.prepare(mine, userId)) {
    if (isLost) return null
    const own = dataFor(live, data)
    // Permissions may have been revoked while the rows were read.
    const fields = visibleFieldsOf(event)
    if (own === undefined || fields === null) continue
    const frame = { event: event.event, channel: event.channel ?? undefined, data: pickVisibleFields(own, fields) }
    frames.push(encode(frame, event.seq, event.at))
  }
  return frames
}

/** undefined: nothing for this user. */
function dataFor({ login }: LiveSocket, data: unknown): unknown {
  if (data instanceof ToEach) return data.dataOf.get(login.userId)
  return data instanceof ToViewer ? data.dataFor(login) : data
}

/**
 * The events that the socket would have received, without channels, which it has to subscribe to again; null when the first one is too old.
 */
async function missedEvents(
  lastSeq: number,
  cursor: number,
  live: LiveSocket,
  { db, clock, recentEvents }: JoinParts,
): Promise<StoredEvent[] | null> {
  const isTooOld = (at: Date) => clock.now().getTime() - at.getTime() > RESUME_MS
  const { userId } = live.login
  const recent = recentEvents(lastSeq, cursor)
  if (recent) {
    const isForUser = ({ toUsers, toCompanies, channel }: StoredEvent) =>
      toUsers.includes(userId) || (channel === null && live.receivesAnyOf(toCompanies))
    return recent[0] && isTooOld(recent[0].at) ? null : recent.filter(isForUser)
  }
  const batch = await firstBatchAfter(db, lastSeq)
  if (!batch || isTooOld(batch.at)) return null
  const gap = { after: lastSeq, upTo: cursor, firstBatch: batch.firstSeq, limit: MAX_REPLAYED + 1 }
  return readMissed(db, gap, { userId, companies: live.companies })
}
