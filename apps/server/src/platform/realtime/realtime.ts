import type { EventData } from '@dispecerat/contract/api/realtime'
import type { PositionReport } from '@dispecerat/contract/dispatch/driver'
import type { Permission } from '@dispecerat/domain/identity/permissions'
import type { CompanyId, OrderId, RoundId, UserId } from '@dispecerat/domain/kernel/ids'
import type { z } from 'zod'
import type { EnrichedName, StoredEvent, VolatileName } from '../db/events/event-types.ts'
import type { Login } from '../http/authenticate.ts'

/** A driver's phone, or the browser of any other user. A driver who also has a console role counts as a console. */
export type SocketKind = 'driver' | 'console'

/** A frame that a module sends to one socket; seq and time are added when it is sent. */
export type Frame<Name extends VolatileName = VolatileName> = Name extends VolatileName
  ? { event: Name; channel?: string; data: EventData<Name> }
  : never

/** `toCompanies`: consoles of these companies; administrators receive everything. */
export type Volatile = Frame & { toCompanies: readonly CompanyId[] }

/** Data frames a client may send, by event name (the shapes are FromClient's). */
export interface FramesFromClient {
  position: z.output<typeof PositionReport>
  viewed: { round_id: RoundId }
  delivered: { round_id: RoundId }
}
export type FrameName = keyof FramesFromClient

/** One open window of a console, for the lifetime of its socket. */
export interface ConsoleTab {
  readonly login: Login
  readonly isOpen: boolean
}
export interface ViewedOrder {
  orderId: OrderId | null
  isEditing: boolean
  isAway: boolean
}
export type ViewerListener = (tab: ConsoleTab, viewed: ViewedOrder) => Promise<Frame[]>

/** Data per user, for an event that names many users; a user who is missing receives nothing. */
export class ToEach<Data = unknown> {
  readonly dataOf: ReadonlyMap<number, Data>

  constructor(dataOf: ReadonlyMap<number, Data>) {
    this.dataOf = dataOf
  }
}

/** Data per socket, computed when it is sent; undefined sends nothing. */
export class ToViewer<Data = unknown> {
  readonly dataFor: (login: Login) => Data | undefined

  constructor(dataFor: (login: Login) => Data | undefined) {
    this.dataFor = dataFor
  }
}

/** `isHere` is true for users of an event who are connected. */
export type Enrichment<Name extends EnrichedName = EnrichedName> = (
  events: readonly StoredEvent<Name>[],
  isHere: (userId: UserId) => boolean,
) => Promise<ReadonlyMap<number, Loaded<EventData<Name>>>>
type Loaded<Data> = Data | ToEach<Data> | ToViewer<Data>
export type ChannelGuard = (login: Login, id: number) => Promise<boolean>

/** The websocket API for modules. */
export interface Realtime {
  /** Every logged event, on every node, in the order of the log, after its commit. A listener that throws is logged. */
  onEvents(listener: (events: readonly StoredEvent[]) => void): void
  /** Loads the current rows for a batch of events of one name: seq → the data to send instead, `ToEach` or `ToViewer`. Also used for replays. */
  enrich<Name extends EnrichedName>(event: Name, load: Enrichment<Name>): void
  /** Sends frames right after `ready`, before the missed events. */
  onConnect(kind: SocketKind, frames: (login: Login) => Promise<Frame[]>): void
  onFrame<Name extends FrameName>(event: Name, listener: (login: Login, data: FramesFromClient[Name]) => void): void
  /** Called when a window shows another order; the returned frames go to that window alone. */
  onViewer(listener: ViewerListener): void
  onTabGone(listener: (tab: ConsoleTab) => void): void
  /** Called when the user's first socket on this node opens, or the last one closes. */
  onPresence(listener: (userId: UserId, connected: boolean) => void): void
  /** Pings the user's sockets on this node; the milliseconds since any of them was heard from, null without one. */
  probe(userId: UserId): number | null
  /**
   * Decides whether a login, narrowed to the companies where it holds the permission, may subscribe to `prefix` + id. Channels without a
   * guard are refused.
   */
  guardChannel(prefix: string, may: Permission, guard: ChannelGuard): void
  /** Sends a frame that may be lost: never logged, on this node only, to the channel's subscribers when it names one. */
  publish(frame: Volatile): void
  /** The number of sockets that the consoles of this company have open on this node. */
  openSocketsOf(companyId: CompanyId): number
  /** True when any socket of this node subscribes to the channel. */
  hasSubscribers(channel: string): boolean
  /** Called after a commit: its events are numbered and sent now instead of at the next poll, here and on the other nodes. */
  wake(): void
}
