import type { DriverFrame } from '@dispecerat/contract/api/realtime'
import type { DriverOrder, OfferView, PendingOrder } from '@dispecerat/contract/dispatch/driver'
import type { Point } from '@dispecerat/domain/kernel/geo'
import type { DriverBehaviour } from './behaviour.ts'
import { type Act, applyEvent, type DriverEvent, type DriverModel, pass, wakeUp } from './driver-model.ts'
import { DriverPhone, type Identity, NoNetwork, Refusal } from './driver-phone.ts'
import { eventsIn } from './events-in-frames.ts'
import { GPS_OFF, measure } from './gps.ts'
import type { PhoneTransport } from './phone-transport.ts'
import { finishBody } from './proof-photo.ts'
import { RoadAsker } from './road-asker.ts'
import type { SeededRandom } from './seeded-random.ts'

/** Deeds counted by a fleet. */
export type DriverDeed =
  | 'connected'
  | 'lost'
  | 'dismissed'
  | 'offered'
  | 'accepted'
  | 'lost_race'
  | 'refused'
  | 'ignored'
  | 'arrived'
  | 'started'
  | 'finished'
  | 'order_canceled'
  | 'resynced'
  | 'no_network'
  | 'error'

export interface PretendDriverParts {
  transport: PhoneTransport
  identity: Identity
  behaviour: DriverBehaviour
  random: SeededRandom
  /** Start of the driver, who stays around it; without one they roam the city. */
  home?: Point
  did(deed: DriverDeed, orderId: number | null): void
  /** Called for every frame the phone receives. */
  onFrame?(frame: DriverFrame): void
}

type Timer = ReturnType<typeof setTimeout>

const TICK_MS = 1000
const POSITION_MS = 5000
const RETRY_MS = 3000

/** One simulated driver: a model, and a phone that carries out its actions. */
export class PretendDriver {
  readonly #phone: DriverPhone
  readonly #parts: PretendDriverParts
  readonly #roads = new RoadAsker(
    (...request) => this.#phone.request(...request),
    (way) => this.learn(way),
  )
  readonly #thoughts = new Set<Timer>()
  #model: DriverModel
  #gps = GPS_OFF
  #isReady = false
  #lastTick = performance.now()
  #ticks: Timer | undefined
  #positions: Timer | undefined

  constructor(parts: PretendDriverParts) {
    const { transport, identity, behaviour, random, home } = parts
    this.#parts = parts
    this.#model = wakeUp(behaviour, random, home ?? null)
    this.#phone = new DriverPhone({
      transport,
      identity,
      random: random.fork('phone'),
      listener: {
        onReady: () => void this.#goOnDuty(),
        onFrame: (frame) => this.#onFrame(frame),
        onLost: () => {
          this.#isReady = false
          this.#did('lost')
        },
        onDismissed: () => {
          this.stop()
          this.#did('dismissed')
        },
      },
    })
  }

  get model(): DriverModel {
    return this.#model
  }

  /** On duty, with the connection open. */
  get isReady(): boolean {
    return this.#isReady
  }

  async start(): Promise<void> {
    this.#ticks = setInterval(() => this.#tick(), TICK_MS)
    this.#positions = setInterval(() => this.#sayWhere(), POSITION_MS)
    await this.#phone.switchOn()
  }

  /** Switches the phone off without going off duty, so that the server sees a lost driver. */
  stop(): void {
    this.#isReady = false
    clearInterval(this.#ticks)
    clearInterval(this.#positions)
    for (const thought of this.#thoughts) clearTimeout(thought)
    this.#thoughts.clear()
    this.#phone.switchOff()
  }

  /** Goes off duty and switches the phone off; false when the server refuses because of an order. */
  async goHome(): Promise<boolean> {
    try {
      await this.#phone.request('POST', '/api/driver/shift/stop', {})
    } catch (error) {
      if (error instanceof Refusal && error.status === 409) return false
    }
    this.stop()
    return true
  }

  /** Applied optimistically, reverted when the server refuses. */
  async pause(isPaused: boolean): Promise<void> {
    const before = this.#model.isPaused
    this.learn({ type: 'paused', isPaused })
    try {
      await this.#phone.request('PATCH', '/api/driver/status', { is_paused: isPaused })
    } catch (error) {
      this.learn({ type: 'paused', isPaused: before })
      throw error
    }
  }

  learn(event: DriverEvent): void {
    const { model, acts } = applyEvent(this.#model, event, this.#parts.random)
    this.#model = model
    for (const act of acts) void this.#carryOut(act)
  }

  async #goOnDuty(): Promise<void> {
    try {
      const me = await this.#phone.me()
      if (!me.on_shift) await this.#phone.request('POST', '/api/driver/shift/start', {})
      if (me.is_paused !== this.#model.isPaused) await this.pause(this.#model.isPaused)
      this.learn({ type: 'priority', hasPriority: me.high_priority })
      this.learn({ type: 'ban', until: me.ban_until })
      this.#isReady = true
      this.#did('connected')
      this.#sayWhere()
    } catch (error) {
      this.#failed(error)
      this.#later(POSITION_MS, () => void this.#goOnDuty())
    }
  }

  #onFrame(frame: DriverFrame): void {
    this.#parts.onFrame?.(frame)
    const { event, data } = frame
    if (event === 'order_available') {
      this.#did('offered', data.order.id)
      this.learn({ type: 'offered', offer: data })
    } else if (event === 'order_canceled') {
      this.#orderCanceled(data.order_id)
    } else if (event === 'resync') {
      this.#did('resynced')
      void this.#startOver()
    } else {
      for (const event of eventsIn(frame)) this.learn(event)
    }
  }

  #orderCanceled(orderId: number): void {
    if (this.#model.trip?.orderId === orderId) this.#did('order_canceled', orderId)
    else if (this.#model.ringing.get(orderId)?.will === 'ignore') this.#did('ignored', orderId)
    this.learn({ type: 'order_gone', orderId })
  }

  #tick(): void {
    const now = performance.now()
    const seconds = (now - this.#lastTick) / 1000
    this.#lastTick = now
    if (!this.#isReady) return
    const { model, acts } = pass(this.#model, seconds, this.#parts.random)
    this.#model = model
    for (const act of acts) void this.#carryOut(act)
    this.#roads.update(model, now)
  }

  #sayWhere(): void {
    if (!this.#isReady) return
    const { gps, reports } = measure(this.#gps, this.#model, POSITION_MS / 1000, new Date())
    this.#gps = gps
    for (const report of reports) this.#phone.reportPosition(report)
  }

  async #carryOut(act: Act): Promise<void> {
    switch (act.do) {
      case 'confirm':
        this.#phone.confirm(act.what, act.roundId)
        break
      case 'think': {
        const { orderId, roundId } = act
        this.#later(act.seconds * 1000, () => this.learn({ type: 'time_to_answer', orderId, roundId }))
        break
      }
      case 'accept':
        await this.#accept(act)
        break
      case 'refuse':
        await this.#refuse(act.orderId)
        break
      case 'lose_network':
        this.#phone.loseNetwork(act.seconds * 1000)
        break
      default:
        await this.#sayStep(act)
    }
  }

  async #accept({ orderId, roundId, minutes }: Extract<Act, { do: 'accept' }>): Promise<void> {
    try {
      const body = { waiting_driver_time: minutes }
      const path = `/api/driver/orders/${orderId}/accept`
      const { data } = (await this.#phone.request('POST', path, body, `accept-${roundId}`)) as { data: DriverOrder }
      this.#did('accepted', orderId)
      this.learn({ type: 'assigned', order: data })
    } catch (error) {
      this.#failed(error, orderId)
      this.learn({ type: 'offer_gone', orderId })
    }
  }

  async #refuse(orderId: number): Promise<void> {
    try {
      await this.#phone.request('POST', `/api/driver/orders/${orderId}/refuse`, { reason: 'Prea departe' })
      this.#did('refused', orderId)
    } catch (error) {
      this.#failed(error, orderId)
    }
    this.learn({ type: 'offer_gone', orderId })
  }

  async #sayStep(act: Extract<Act, { do: 'arrived' | 'start' | 'finish' }>): Promise<void> {
    const { orderId } = act
    const body = act.do === 'finish' ? finishBody(act) : {}
    try {
      await this.#phone.request('PATCH', `/api/driver/orders/${orderId}/${act.do}`, body)
      this.#did(({ arrived: 'arrived', start: 'started', finish: 'finished' } as const)[act.do], orderId)
      this.learn({ type: 'step_taken', orderId })
    } catch (error) {
      this.#failed(error, orderId)
      if (error instanceof Refusal && error.status < 500) await this.#refetch()
      else this.#later(RETRY_MS, () => this.learn({ type: 'step_failed', orderId }))
    }
  }

  /** The states of server and driver differ: the server's applies. */
  async #refetch(): Promise<void> {
    try {
      const { active_orders: orders } = await this.#phone.me()
      this.learn({ type: 'snapshot', offers: null, orders })
    } catch {
      this.#later(RETRY_MS, () => void this.#refetch())
    }
  }

  /** A late answer is not a failure, nor is a lost network. */
  #failed(error: unknown, orderId: number | null = null): void {
    const isTooLate = error instanceof Refusal && error.status === 409
    this.#did(error instanceof NoNetwork ? 'no_network' : isTooLate ? 'lost_race' : 'error', orderId)
  }

  #did(deed: DriverDeed, orderId: number | null = null): void {
    this.#parts.did(deed, orderId)
  }

  /** Missed events are unknown, so the whole state is requested. */
  async #startOver(): Promise<void> {
    try {
      const { active_orders: orders } = await this.#phone.me()
      const { data: offers } = (await this.#phone.request('GET', '/api/driver/offers')) as { data: OfferView[] }
      const pending = (await this.#phone.request('GET', '/api/driver/pending-orders')) as { data: PendingOrder[] }
      this.learn({ type: 'snapshot', offers, orders })
      this.learn({ type: 'pending_listed', orders: pending.data })
    } catch {
      this.#later(RETRY_MS, () => void this.#startOver())
    }
  }

  #later(milliseconds: number, what: () => void): void {
    const thought = setTimeout(() => {
      this.#thoughts.delete(thought)
      what()
    }, milliseconds)
    this.#thoughts.add(thought)
  }
}
