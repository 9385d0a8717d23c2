import { CLOSE } from '@dispecerat/contract/realtime'
import { DomainError } from '@dispecerat/domain/errors'
import type { WebSocket } from 'ws'
import type { Clock } from '../clock.ts'
import type { Db } from '../db/database.ts'
import { newestSeq, type StoredEvent } from '../db/event-log.ts'
import type { FindLogin, Login } from '../http/authenticate.ts'
import type { AuthFrame } from './connection.ts'
import type { Hub } from './hub.ts'
import { closeSoon, encode, LiveSocket } from './live-socket.ts'
import type { Prepared } from './prepare.ts'
import { type Frame, type SocketKind, ToEach } from './realtime.ts'
import { lookAtGap, readMissed } from './replay.store.ts'

/** GAP-11: missed events are kept this long for who comes back. */
const RESUME_MS = 10 * 60_000
/** More than this is quicker asked for again. */
const MOST_REPLAYED = 500
const TRY_AGAIN_LATER = 1013

export interface JoinParts {
  db: Db
  clock: Clock
  hub: Hub
  findLogin: FindLogin
  cursor(): number
  /** For one user. Never throws: what cannot be loaded is lost. */
  prepare(events: readonly StoredEvent[], userId: number): Promise<Prepared[]>
  greetings(kind: SocketKind, login: Login): Promise<Frame[]>
}

/**
 * From the token to a live socket: ready, the greetings of the modules, what was missed, then the present. Live events
 * wait from before the gap is read, so nothing falls between the replay and the present.
 */
export async function join(socket: WebSocket, auth: AuthFrame, parts: JoinParts): Promise<LiveSocket | null> {
  const login = await admitted(socket, auth.token, parts.findLogin)
  if (!login || socket.readyState !== socket.OPEN) return null

  const cursor = parts.cursor()
  const live = new LiveSocket(socket, login, Math.max(cursor, auth.last_seq ?? 0))
  parts.hub.add(live)
  socket.on('close', () => parts.hub.remove(live))
  if (socket.readyState !== socket.OPEN) parts.hub.remove(live)
  try {
    const missed = auth.last_seq === undefined ? null : await missedSince(auth.last_seq, cursor, live, parts)
    const greetings = await parts.greetings(live.kind, login)
    const resumed = missed !== null
    // Until the missed events are out, the client must not believe it is further than it was.
    const seq = resumed ? Math.min(auth.last_seq ?? cursor, cursor) : cursor
    const now = parts.clock.now()
    live.say(encode({ event: 'ready', data: { user_id: login.userId, resumed } }, seq, now))
    if (auth.last_seq !== undefined && !resumed) live.say(encode({ event: 'resync', data: {} }, seq, now))
    for (const frame of greetings) live.say(encode(frame, seq, now))
    for (const frame of missed ?? []) live.say(frame)
    live.goLive()
    return live
  } catch {
    live.close(TRY_AGAIN_LATER, 'try again later')
    return null
  }
}

async function admitted(socket: WebSocket, token: string, findLogin: FindLogin): Promise<Login | null> {
  try {
    const login = await findLogin(token)
    if (login?.needsTwoFactor) throw new DomainError('account.two_factor_needed')
    if (!login) closeSoon(socket, CLOSE.badToken, 'bad token')
    return login
  } catch (error) {
    // A silent database is no reason to throw the token away.
    if (error instanceof DomainError) closeSoon(socket, CLOSE.blocked, error.code)
    else closeSoon(socket, TRY_AGAIN_LATER, 'try again later')
    return null
  }
}

/** The frames between the client's place and ours; null when they cannot all be had. */
async function missedSince(
  lastSeq: number,
  cursor: number,
  { login, companies }: LiveSocket,
  { db, clock, prepare }: JoinParts,
): Promise<Buffer[] | null> {
  // A client that heard more than this node has sent, from another node; more than the log holds is another log's number.
  if (lastSeq >= cursor) return lastSeq > cursor && lastSeq > (await newestSeq(db)) ? null : []
  const gap = await lookAtGap(db, lastSeq, cursor)
  if (!gap.isKept) return null
  if (gap.firstAt && clock.now().getTime() - gap.firstAt.getTime() > RESUME_MS) return null
  const audience = { userId: login.userId, companies }
  const missed = await readMissed(db, { after: lastSeq, upTo: cursor, limit: MOST_REPLAYED + 1 }, audience)
  if (missed.length > MOST_REPLAYED) return null
  const frames: Buffer[] = []
  for (const { event, data, isLost } of await prepare(missed, login.userId)) {
    if (isLost) return null
    if (data instanceof ToEach && !data.dataOf.has(login.userId)) continue
    const own = data instanceof ToEach ? data.dataOf.get(login.userId) : data
    frames.push(encode({ event: event.event, channel: event.channel ?? undefined, data: own }, event.seq, event.at))
  }
  return frames
}
