import { CLOSE, POSITIONS_CHANNEL, STAND_QUEUES_CHANNEL, SUPPLY_CHANNEL } from '@dispecerat/contract/api/realtime'
import { type Permission, rolesMay } from '@dispecerat/domain/identity/permissions'
import type { Logger } from 'pino'
import { type Login, loginWith } from '../http/authenticate.ts'
import { kindOfError } from '../lifecycle/kind-of-error.ts'
import type { LaterFrame } from './connection.ts'
import type { Hub } from './hub.ts'
import type { LiveSocket } from './live-socket.ts'
import type { ChannelGuard, Frame, FrameName, FramesFromClient, ViewerListener } from './realtime.ts'

const MAX_CHANNELS = 50
const CHANNEL = /^([a-z_]+:)(\d{1,15})$/

type Listener = (login: Login, data: FramesFromClient[FrameName]) => void

/** Handles frames of authenticated clients, and the subscriptions to channels. */
export class Talks {
  readonly #guards = new Map<string, ChannelGuard>()
  readonly #listeners = new Map<FrameName, Listener[]>()
  #viewing: ViewerListener = async () => []
  readonly #hub: Hub
  readonly #log: Logger

  constructor(hub: Hub, log: Logger) {
    this.#hub = hub
    this.#log = log
  }

  guard(prefix: string, may: Permission, guard: ChannelGuard): void {
    this.#guards.set(prefix, async (login, id) => {
      const held = loginWith(login, may)
      return held !== null && guard(held, id)
    })
  }

  listen<Name extends FrameName>(event: Name, listener: (login: Login, data: FramesFromClient[Name]) => void): void {
    const known = this.#listeners.get(event) ?? []
    this.#listeners.set(event, [...known, listener as Listener])
  }

  onViewer(listener: ViewerListener): void {
    this.#viewing = listener
  }

  /** Returns the frames to send to this client alone. */
  async onFrame(socket: LiveSocket, frame: LaterFrame): Promise<Frame[]> {
    if ('action' in frame)
      return frame.action === 'viewing' ? this.#onViewer(socket, frame) : this.#onChannel(socket, frame)
    if (frame.event === 'ping') return [{ event: 'pong', data: {} }]
    if (frame.event === 'pong') return []
    if (!rolesMay(socket.login.roles, 'driver.work')) return complaint('Doar pentru șoferi')
    for (const listener of this.#listeners.get(frame.event) ?? []) {
      try {
        listener(socket.login, frame.data)
      } catch (error) {
        this.#log.error({ event: frame.event, reason: kindOfError(error) }, 'not heard')
      }
    }
    return []
  }

  async #onViewer(socket: LiveSocket, frame: Extract<LaterFrame, { action: 'viewing' }>): Promise<Frame[]> {
    if (socket.kind !== 'console') return complaint('Doar pentru consolă')
    try {
      return await this.#viewing(socket, { orderId: frame.order_id, isEditing: frame.editing, isAway: frame.away })
    } catch (error) {
      this.#log.warn({ reason: kindOfError(error) }, 'the order a console shows could not be noted')
      return []
    }
  }

  async #onChannel(
    socket: LiveSocket,
    { action, channel }: Extract<LaterFrame, { channel: unknown }>,
  ): Promise<Frame[]> {
    if (action === 'unsubscribe') {
      this.#hub.unsubscribe(socket, channel)
      return []
    }
    if (socket.channels.size >= MAX_CHANNELS) return complaint('Prea multe abonamente')
    try {
      if (!(await this.#maySubscribeNow(socket, channel))) return complaint('Canal necunoscut')
    } catch (error) {
      // A screen whose subscription is refused would never get events; a socket that reconnects subscribes again.
      this.#log.warn({ reason: kindOfError(error) }, 'a channel could not be checked')
      socket.close(CLOSE.tryAgainLater, 'try again later')
      return []
    }
    this.#hub.subscribe(socket, channel)
    return [{ event: 'subscribed', data: { channel } }]
  }

  /** Ends the subscriptions for which the changed roles have no permission, without a reconnect. */
  async checkAgain(socket: LiveSocket): Promise<void> {
    for (const channel of [...socket.channels]) {
      if (!(await this.#maySubscribeNow(socket, channel))) this.#hub.unsubscribe(socket, channel)
    }
  }

  /** Decides by the permissions at the end of the check, because they may change while a guard runs. */
  async #maySubscribeNow(socket: LiveSocket, channel: string): Promise<boolean> {
    for (;;) {
      const { login } = socket
      const may = await this.#maySubscribe(login, channel)
      if (socket.login === login) return may
    }
  }

  async #maySubscribe(login: Login, channel: string): Promise<boolean> {
    if (channel === POSITIONS_CHANNEL || channel === STAND_QUEUES_CHANNEL)
      return loginWith(login, 'drivers.positions') !== null
    if (channel === SUPPLY_CHANNEL) return loginWith(login, 'statistics.read') !== null
    const [, prefix, id] = CHANNEL.exec(channel) ?? []
    const guard = prefix ? this.#guards.get(prefix) : undefined
    return guard?.(login, Number(id)) ?? false
  }
}

/** An error frame for a client whose request is refused. */
function complaint(message: string): Frame[] {
  return [{ event: 'error', data: { message } }]
}
