import { POSITIONS_CHANNEL } from '@dispecerat/contract/realtime'
import { type Permission, rolesMay } from '@dispecerat/domain/permissions'
import type { Logger } from 'pino'
import type { Login } from '../http/authenticate.ts'
import type { LaterFrame } from './connection.ts'
import type { Hub } from './hub.ts'
import type { LiveSocket } from './live-socket.ts'
import type { ChannelGuard, FrameName, FramesFromClient } from './realtime.ts'

const MOST_CHANNELS = 50
const CHANNEL = /^([a-z_]+:)(\d{1,15})$/

type Listener = (login: Login, data: FramesFromClient[FrameName]) => void

/** What clients may say once they are logged in, and who hears it. */
export class Talks {
  readonly #guards = new Map<string, ChannelGuard>()
  readonly #listeners = new Map<FrameName, Listener[]>()
  readonly #hub: Hub
  readonly #log: Logger

  constructor(hub: Hub, log: Logger) {
    this.#hub = hub
    this.#log = log
  }

  guard(prefix: string, may: Permission, guard: ChannelGuard): void {
    this.#guards.set(prefix, async (login, id) => rolesMay(login.roles, may) && guard(login, id))
  }

  listen<Name extends FrameName>(event: Name, listener: (login: Login, data: FramesFromClient[Name]) => void): void {
    const known = this.#listeners.get(event) ?? []
    this.#listeners.set(event, [...known, listener as Listener])
  }

  /** Returns the event to answer with, or a complaint. */
  async hear(socket: LiveSocket, frame: LaterFrame): Promise<{ event: 'pong' } | { complaint: string } | null> {
    if ('action' in frame) return this.#onChannel(socket, frame)
    if (frame.event === 'ping') return { event: 'pong' }
    if (frame.event === 'pong') return null
    if (!rolesMay(socket.login.roles, 'driver.work')) return { complaint: 'Doar pentru șoferi' }
    for (const listener of this.#listeners.get(frame.event) ?? []) {
      try {
        listener(socket.login, frame.data)
      } catch (error) {
        this.#log.error({ event: frame.event, reason: error instanceof Error ? error.name : typeof error }, 'not heard')
      }
    }
    return null
  }

  async #onChannel(
    socket: LiveSocket,
    { action, channel }: Extract<LaterFrame, { action: unknown }>,
  ): Promise<{ complaint: string } | null> {
    if (action === 'unsubscribe') {
      this.#hub.unsubscribe(socket, channel)
      return null
    }
    if (socket.channels.size >= MOST_CHANNELS) return { complaint: 'Prea multe abonamente' }
    if (!(await this.#maySubscribe(socket.login, channel))) return { complaint: 'Canal necunoscut' }
    this.#hub.subscribe(socket, channel)
    return null
  }

  async #maySubscribe(login: Login, channel: string): Promise<boolean> {
    if (channel === POSITIONS_CHANNEL) return rolesMay(login.roles, 'drivers.positions')
    const [, prefix, id] = CHANNEL.exec(channel) ?? []
    const guard = prefix ? this.#guards.get(prefix) : undefined
    if (!guard) return false
    try {
      return await guard(login, Number(id))
    } catch (error) {
      this.#log.warn({ reason: error instanceof Error ? error.name : typeof error }, 'a channel could not be checked')
      return false
    }
  }
}
