import type { PositionReport } from '@dispecerat/contract/driver'
import type { Permission } from '@dispecerat/domain/permissions'
import type { z } from 'zod'
import type { StoredEvent } from '../db/event-log.ts'
import type { Login } from '../http/authenticate.ts'

/** A driver's phone, or the browser of anybody else. Whoever holds a console role besides is a console. */
export type SocketKind = 'driver' | 'console'

/** What a module sends to one socket; seq and time are added on the way out. */
export interface Frame {
  event: string
  channel?: string
  data: unknown
}

export interface Volatile extends Frame {
  /** Consoles of these companies; admins hear everything. */
  toCompanies: readonly number[]
}

/** Data frames a client may send, by event name (the shapes are FromClient's). */
export interface FramesFromClient {
  position: z.output<typeof PositionReport>
  viewed: { round_id: number }
  delivered: { round_id: number }
}
export type FrameName = keyof FramesFromClient

/** One open window of a console, as long as its socket lives. */
export interface ConsoleTab {
  readonly login: Login
  readonly isOpen: boolean
}
export interface Look {
  orderId: number | null
  isEditing: boolean
  isAway: boolean
}
export type ViewerListener = (tab: ConsoleTab, look: Look) => Promise<Frame[]>

/** Instead of one data for all: what each user hears of an event that names many; who is not in it hears nothing. */
export class ToEach {
  readonly dataOf: ReadonlyMap<number, unknown>

  constructor(dataOf: ReadonlyMap<number, unknown>) {
    this.dataOf = dataOf
  }
}

/** Instead of one data for all: what each socket may see, decided as it is sent; undefined sends nothing. */
export class ToViewer {
  readonly dataFor: (login: Login) => unknown

  constructor(dataFor: (login: Login) => unknown) {
    this.dataFor = dataFor
  }
}

/** `isHere` tells which of the users an event names are there to hear it. */
export type Enrichment = (
  events: readonly StoredEvent[],
  isHere: (userId: number) => boolean,
) => Promise<Map<number, unknown>>
export type ChannelGuard = (login: Login, id: number) => Promise<boolean>

/** What modules know of the websockets. */
export interface Realtime {
  /** Every logged event, on every node, in the order of the log, after its commit. A listener that throws is logged. */
  onEvents(listener: (events: readonly StoredEvent[]) => void): void
  /** Loads the current rows for a batch of events of one name: seq → the data to send instead, `ToEach` or `ToViewer`. Also used for replays. */
  enrich(event: string, load: Enrichment): void
  /** Frames sent right after `ready`, before what was missed. */
  onConnect(kind: SocketKind, frames: (login: Login) => Promise<Frame[]>): void
  onFrame<Name extends FrameName>(event: Name, listener: (login: Login, data: FramesFromClient[Name]) => void): void
  /** Which order a window shows now; the frames answered go to that window alone. */
  onViewer(listener: ViewerListener): void
  onTabGone(listener: (tab: ConsoleTab) => void): void
  /** The user's first socket came, or the last one went, on this node. */
  onPresence(listener: (userId: number, connected: boolean) => void): void
  /** May this login, with the companies where it holds the permission, hear `prefix` + id? Channels nobody guards are refused. */
  guardChannel(prefix: string, may: Permission, guard: ChannelGuard): void
  /** A frame that may be lost: never logged, sent on this node only, to the channel's subscribers when it names one. */
  publish(frame: Volatile): void
  /** How many sockets the consoles of this company have open on this node. */
  openSocketsOf(companyId: number): number
  /** Whether anybody on this node listens to the channel. */
  hasSubscribers(channel: string): boolean
  /** Something was committed: its events are numbered and sent now instead of at the next poll, here and on the other nodes. */
  wake(): void
}
