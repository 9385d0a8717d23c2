import { EVENT_ACCESS, type EventAccess, type EventTable } from '@dispecerat/contract/api/event-access'
import { CLOSE } from '@dispecerat/contract/api/realtime'
import { type Permission, rolesMay } from '@dispecerat/domain/identity/permissions'
import type { CompanyId, UserId } from '@dispecerat/domain/kernel/ids'
import type { StoredEvent } from '../db/event-log.ts'
import type { Login } from '../http/authenticate.ts'
import { encode, type LiveSocket, type WireFrame } from './live-socket.ts'
import { type ConsoleTab, type Frame, ToEach, ToViewer, type Volatile } from './realtime.ts'

/** The names of the fields that a socket may receive. Equal sets are the same object, so that one encoded frame serves all who share it. */
type VisibleFields = ReadonlySet<string>

type Index<Key> = Map<Key, Set<LiveSocket>>

/** A socket joins within seconds; no installation ends that many sessions meanwhile. */
const MAX_ENDED = 10_000

/** The sockets connected to this node, and the delivery of events to them. */
export class Hub {
  readonly #all = new Set<LiveSocket>()
  readonly #byUser: Index<number> = new Map()
  readonly #byCompany: Index<number> = new Map()
  readonly #everyCompany = new Set<LiveSocket>()
  readonly #byChannel: Index<string> = new Map()
  readonly #presence: ((userId: UserId, connected: boolean) => void)[] = []
  readonly #goneTabs: ((tab: ConsoleTab) => void)[] = []
  readonly #filter: EventFilter
  /** Sessions that ended: a socket whose token was looked up just before must not stay open. */
  readonly #ended = new Set<number>()

  constructor(table?: EventTable) {
    this.#filter = new EventFilter(table)
  }

  onPresence(listener: (userId: UserId, connected: boolean) => void): void {
    this.#presence.push(listener)
  }

  onTabGone(listener: (tab: ConsoleTab) => void): void {
    this.#goneTabs.push(listener)
  }

  get size(): number {
    return this.#all.size
  }

  get sockets(): Iterable<LiveSocket> {
    return this.#all
  }

  /** The newest phone of a driver replaces the older one; consoles may be open side by side. */
  add(socket: LiveSocket): void {
    const { userId, tokenId } = socket.login
    const isFirst = !this.#byUser.has(userId)
    if (socket.kind === 'driver') {
      for (const older of this.#byUser.get(userId) ?? []) older.close(CLOSE.replaced, 'replaced')
    }
    this.#all.add(socket)
    put(this.#byUser, userId, socket)
    if (socket.companies === 'every') this.#everyCompany.add(socket)
    else for (const id of socket.companies ?? []) put(this.#byCompany, id, socket)
    if (isFirst) this.#publish(userId, true)
    if (this.#ended.has(tokenId)) socket.close(CLOSE.badToken, 'session closed')
  }

  remove(socket: LiveSocket): void {
    if (!this.#all.delete(socket)) return
    const { userId } = socket.login
    take(this.#byUser, userId, socket)
    this.#everyCompany.delete(socket)
    if (socket.companies !== 'every') for (const id of socket.companies ?? []) take(this.#byCompany, id, socket)
    for (const channel of socket.channels) take(this.#byChannel, channel, socket)
    if (!this.#byUser.has(userId)) this.#publish(userId, false)
    if (socket.kind === 'console') for (const listener of this.#goneTabs) listener(socket)
  }

  subscribe(socket: LiveSocket, channel: string): void {
    if (!this.#all.has(socket)) return
    socket.channels.add(channel)
    put(this.#byChannel, channel, socket)
  }

  unsubscribe(socket: LiveSocket, channel: string): void {
    if (socket.channels.delete(channel)) take(this.#byChannel, channel, socket)
  }

  hasSubscribers(channel: string): boolean {
    return this.#byChannel.has(channel)
  }

  isHere(userId: UserId): boolean {
    return this.#byUser.has(userId)
  }

  socketsOf(userId: UserId): Iterable<LiveSocket> {
    return this.#byUser.get(userId) ?? []
  }

  isHeard(event: StoredEvent): boolean {
    return this.#receiversOf(event).size > 0
  }

  /** The fields of an event that a socket may receive now; null: nothing of it. */
  heardBy(socket: LiveSocket, event: string, companies: readonly CompanyId[]): VisibleFields | null {
    return this.#filter.fieldsFor(socket.login, event, companies)
  }

  /** Encodes the event once for all sockets that see the same fields. Returns the number of receivers. */
  sendLogged(event: StoredEvent, data: unknown): number {
    if (data instanceof ToEach) return this.#sendEach(event, data)
    const subscribers = this.#receiversOf(event)
    if (data instanceof ToViewer) return this.#sendToViewers(subscribers, event, data)
    return this.#sendTo(subscribers, event, data)
  }

  #sendEach(event: StoredEvent, { dataOf }: ToEach): number {
    let sent = 0
    for (const userId of event.toUsers) {
      const sockets = this.#byUser.get(userId)
      if (sockets && dataOf.has(userId)) sent += this.#sendTo(sockets, event, dataOf.get(userId))
    }
    return sent
  }

  #sendToViewers(subscribers: Iterable<LiveSocket>, event: StoredEvent, { dataFor }: ToViewer): number {
    let sent = 0
    for (const socket of subscribers) {
      const data = dataFor(socket.login)
      if (data !== undefined) sent += this.#sendTo([socket], event, data)
    }
    return sent
  }

  #sendTo(subscribers: Iterable<LiveSocket>, event: StoredEvent, data: unknown): number {
    const frameFor = framesOf({ event: event.event, channel: event.channel ?? undefined, data }, event.seq, event.at)
    let sent = 0
    for (const socket of subscribers) {
      const fields = this.heardBy(socket, event.event, event.toCompanies)
      if (fields === null) continue
      socket.sendLogged(frameFor(fields), event.seq)
      sent += 1
    }
    return sent
  }

  /** Sent instead of an event whose data could not be loaded: every socket that would have received it reads again. */
  sendResync(event: StoredEvent): void {
    const frame = encode({ event: 'resync', data: {} }, event.seq, event.at)
    for (const socket of this.#receiversOf(event)) {
      if (this.heardBy(socket, event.event, event.toCompanies) !== null) socket.sendLogged(frame, event.seq)
    }
  }

  sendVolatile(frame: Volatile, seq: number, at: Date): { sent: number; dropped: number } {
    const counts = { sent: 0, dropped: 0 }
    const frameFor = framesOf(frame, seq, at)
    for (const socket of this.#consolesOf(frame.toCompanies, frame.channel ?? null)) {
      const fields = this.heardBy(socket, frame.event, frame.toCompanies)
      if (fields !== null) counts[socket.sendVolatile(frameFor(fields)) ? 'sent' : 'dropped'] += 1
    }
    return counts
  }

  /** Sends a frame about the connection itself to every console that has joined on this node. */
  sendToConsoles(frame: Frame, seq: number, at: Date): void {
    const bytes = encode(frame, seq, at)
    for (const socket of this.#all) if (socket.kind === 'console' && !socket.isJoining) socket.say(bytes)
  }

  socketsOfCompanies(companyIds: readonly CompanyId[]): LiveSocket[] {
    const changed = new Set(companyIds)
    const isOf = ({ companies }: LiveSocket['login']['scope']) =>
      companies !== 'every' && companies.some((id) => changed.has(id))
    return [...this.#all].filter(({ login }) => isOf(login.scope))
  }

  closeSessions(tokenIds: readonly number[], code: number): void {
    const closed = new Set(tokenIds)
    // Ended sessions never become valid again, those of a blocked phone may.
    if (code === CLOSE.badToken) for (const tokenId of tokenIds) this.#rememberEnded(tokenId)
    for (const socket of this.#all) if (closed.has(socket.login.tokenId)) socket.close(code, 'session closed')
  }

  #rememberEnded(tokenId: number): void {
    this.#ended.add(tokenId)
    const oldest = this.#ended.size > MAX_ENDED ? this.#ended.values().next().value : undefined
    if (oldest !== undefined) this.#ended.delete(oldest)
  }

  closeAll(code: number, reason: string): void {
    for (const socket of this.#all) socket.close(code, reason)
  }

  #receiversOf({ toCompanies, toUsers, channel }: StoredEvent): Set<LiveSocket> {
    const subscribers = this.#consolesOf(toCompanies, channel)
    for (const userId of toUsers) for (const socket of this.#byUser.get(userId) ?? []) subscribers.add(socket)
    return subscribers
  }

  #consolesOf(companies: readonly CompanyId[], channel: string | null): Set<LiveSocket> {
    if (channel !== null) {
      const subscribers = [...(this.#byChannel.get(channel) ?? [])]
      return new Set(
        companies.length === 0 ? subscribers : subscribers.filter((socket) => socket.receivesAnyOf(companies)),
      )
    }
    const subscribers = new Set(companies.length > 0 ? this.#everyCompany : [])
    for (const id of companies) for (const socket of this.#byCompany.get(id) ?? []) subscribers.add(socket)
    return subscribers
  }

  #publish(userId: UserId, connected: boolean): void {
    for (const listener of this.#presence) listener(userId, connected)
  }
}

const NO_ROWS: readonly EventAccess[] = []

/** Looks up the table of events for each socket, both for live events and for replays. An event without a row is sent to no client. */
class EventFilter {
  readonly #table: EventTable
  readonly #sets = new Map<string, VisibleFields>()

  constructor(table: EventTable = EVENT_ACCESS) {
    this.#table = table
  }

  /** null: nothing of the event. `companies`: the companies that the event belongs to. */
  fieldsFor(login: Login, event: string, companies: readonly CompanyId[]): VisibleFields | null {
    const holds = permissionsIn(login, companies)
    const rows = (this.#table[event] ?? NO_ROWS).filter(({ may }) => may.some(holds))
    if (rows.length === 0) return null
    const names = rows.flatMap(({ fields }) =>
      Object.entries(fields).flatMap(([name, needs]) => (needs === true || holds(needs) ? [name] : [])),
    )
    return this.#shared(`${event} ${names.join(' ')}`, names)
  }

  #shared(key: string, names: readonly string[]): VisibleFields {
    const known = this.#sets.get(key)
    if (known) return known
    const made = new Set(names)
    this.#sets.set(key, made)
    return made
  }
}

export function pickVisibleFields(data: unknown, fields: VisibleFields): unknown {
  if (typeof data !== 'object' || data === null) return data
  return Object.fromEntries(Object.entries(data).filter(([name]) => fields.has(name)))
}

/**
 * The permissions of the login in one of the event's companies. Where none of them is the user's, the event is addressed to the user in
 * person, and a permission that any company has revoked counts as missing.
 */
function permissionsIn(login: Login, companies: readonly CompanyId[]): (permission: Permission) => boolean {
  const { roles, scope, revoked, revokedBy } = login
  const mine = scope.companies === 'every' ? [] : scope.companies
  const own = companies.filter((id) => mine.includes(id))
  if (own.length === 0 || revokedBy === undefined) return (permission) => rolesMay(roles, permission, revoked)
  return (permission) => own.some((id) => rolesMay(roles, permission, revokedBy.get(id)))
}

/** Encodes one frame per set of fields and caches it. */
function framesOf(frame: WireFrame, seq: number, at: Date): (fields: VisibleFields) => Buffer {
  const encoded = new Map<VisibleFields, Buffer>()
  return (fields) => {
    const known = encoded.get(fields)
    if (known) return known
    const made = encode({ ...frame, data: pickVisibleFields(frame.data, fields) }, seq, at)
    encoded.set(fields, made)
    return made
  }
}

function put<Key>(index: Index<Key>, key: Key, socket: LiveSocket): void {
  const known = index.get(key)
  if (known) known.add(socket)
  else index.set(key, new Set([socket]))
}

function take<Key>(index: Index<Key>, key: Key, socket: LiveSocket): void {
  const known = index.get(key)
  known?.delete(socket)
  if (known?.size === 0) index.delete(key)
}
