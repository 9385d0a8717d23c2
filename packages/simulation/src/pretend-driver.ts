import type { DriverOrder, OfferView } from '@dispecerat/contract/driver'
import type { DriverEventData, Envelope } from '@dispecerat/contract/realtime'
import { toWireTime } from '@dispecerat/domain/wire-time'
import { type Act, hear, type Mind, type News, pass, type Temper, wakeUp } from './driver-mind.ts'
import { type Account, DriverPhone, Refusal } from './driver-phone.ts'
import type { SeededRandom } from './seeded-random.ts'

/** What a fleet counts. */
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
  | 'error'

const TICK_MS = 1000
const POSITION_MS = 5000
const RETRY_MS = 3000

/** One driver of the pretend city: a mind, and a phone that carries it out. */
export class PretendDriver {
  readonly #phone: DriverPhone
  readonly #random: SeededRandom
  readonly #did: (deed: DriverDeed) => void
  readonly #thoughts = new Set<NodeJS.Timeout>()
  #mind: Mind
  #isReady = false
  #lastTick = performance.now()
  #ticks: NodeJS.Timeout | undefined
  #positions: NodeJS.Timeout | undefined

  constructor(url: string, account: Account, temper: Temper, random: SeededRandom, did: (deed: DriverDeed) => void) {
    this.#random = random
    this.#did = did
    this.#mind = wakeUp(temper, random)
    this.#phone = new DriverPhone(url, account, random.fork('phone'), {
      onReady: () => void this.#goOnDuty(),
      onFrame: (frame) => this.#heard(frame),
      onLost: () => {
        this.#isReady = false
        did('lost')
      },
      onDismissed: () => {
        this.stop()
        did('dismissed')
      },
    })
  }

  async start(): Promise<void> {
    this.#ticks = setInterval(() => this.#tick(), TICK_MS)
    this.#positions = setInterval(() => this.#sayWhere(), POSITION_MS)
    await this.#phone.switchOn()
  }

  stop(): void {
    clearInterval(this.#ticks)
    clearInterval(this.#positions)
    for (const thought of this.#thoughts) clearTimeout(thought)
    this.#phone.switchOff()
  }

  async #goOnDuty(): Promise<void> {
    try {
      const me = await this.#phone.me()
      if (!me.on_shift) await this.#phone.call('POST', '/api/driver/shift/start', {})
      if (me.is_paused) await this.#phone.call('PATCH', '/api/driver/status', { is_paused: false })
      this.#isReady = true
      this.#did('connected')
      this.#sayWhere()
    } catch {
      this.#did('error')
      this.#later(POSITION_MS, () => void this.#goOnDuty())
    }
  }

  #heard({ event, data }: Envelope): void {
    if (event === 'order_available') {
      this.#did('offered')
      this.#learn({ type: 'offered', offer: data as OfferView })
    } else if (event === 'offers_snapshot') {
      const { offers, active_orders } = data as DriverEventData<'offers_snapshot'>
      this.#learn({ type: 'snapshot', offers, orders: active_orders })
    } else if (event === 'order_accept_confirmed') {
      this.#learn({ type: 'assigned', order: (data as DriverEventData<'order_accept_confirmed'>).order })
    } else if (event === 'order_updated') {
      this.#learn({ type: 'updated', order: (data as DriverEventData<'order_updated'>).order })
    } else if (event === 'order_canceled') {
      this.#orderCanceled((data as DriverEventData<'order_canceled'>).order_id)
    } else if (event === 'resync') {
      void this.#lookAgain()
    }
  }

  #orderCanceled(orderId: number): void {
    if (this.#mind.trip?.orderId === orderId) this.#did('order_canceled')
    else if (this.#mind.ringing.get(orderId)?.will === 'ignore') this.#did('ignored')
    this.#learn({ type: 'order_gone', orderId })
  }

  #learn(news: News): void {
    const { mind, acts } = hear(this.#mind, news, this.#random)
    this.#mind = mind
    for (const act of acts) void this.#carryOut(act)
  }

  #tick(): void {
    const now = performance.now()
    const seconds = (now - this.#lastTick) / 1000
    this.#lastTick = now
    if (!this.#isReady) return
    const { mind, acts } = pass(this.#mind, seconds, this.#random)
    this.#mind = mind
    for (const act of acts) void this.#carryOut(act)
  }

  #sayWhere(): void {
    if (!this.#isReady) return
    const { at, heading, kmPerHour } = this.#mind
    this.#phone.reportPosition({
      lat: Number(at.lat.toFixed(6)),
      long: Number(at.long.toFixed(6)),
      heading,
      speed: Math.round(kmPerHour),
      accuracy: 8,
      recorded_at: toWireTime(new Date()),
    })
  }

  async #carryOut(act: Act): Promise<void> {
    switch (act.do) {
      case 'confirm':
        this.#phone.confirm(act.what, act.roundId)
        break
      case 'think': {
        const { orderId, roundId } = act
        this.#later(act.seconds * 1000, () => this.#learn({ type: 'time_to_answer', orderId, roundId }))
        break
      }
      case 'accept':
        await this.#accept(act)
        break
      case 'refuse':
        await this.#refuse(act.orderId)
        break
      default:
        await this.#sayStep(act)
    }
  }

  async #accept({ orderId, roundId, minutes }: Extract<Act, { do: 'accept' }>): Promise<void> {
    try {
      const body = { waiting_driver_time: minutes }
      const path = `/api/driver/orders/${orderId}/accept`
      const { data } = (await this.#phone.call('POST', path, body, `accept-${roundId}`)) as { data: DriverOrder }
      this.#did('accepted')
      this.#learn({ type: 'assigned', order: data })
    } catch (error) {
      this.#did(error instanceof Refusal && error.status === 409 ? 'lost_race' : 'error')
      this.#learn({ type: 'offer_gone', orderId })
    }
  }

  async #refuse(orderId: number): Promise<void> {
    try {
      await this.#phone.call('POST', `/api/driver/orders/${orderId}/refuse`, { reason: 'Prea departe' })
      this.#did('refused')
    } catch {
      this.#did('error')
    }
    this.#learn({ type: 'offer_gone', orderId })
  }

  async #sayStep(act: Extract<Act, { do: 'arrived' | 'start' | 'finish' }>): Promise<void> {
    const { orderId } = act
    const body = act.do === 'finish' ? { cost: act.costRon, distance_m: act.metres } : {}
    try {
      await this.#phone.call('PATCH', `/api/driver/orders/${orderId}/${act.do}`, body)
      this.#did(({ arrived: 'arrived', start: 'started', finish: 'finished' } as const)[act.do])
      this.#learn({ type: 'step_taken', orderId })
    } catch (error) {
      this.#did('error')
      if (error instanceof Refusal && error.status < 500) await this.#lookAgain()
      else this.#later(RETRY_MS, () => this.#learn({ type: 'step_failed', orderId }))
    }
  }

  /** The server and this driver disagree: what the server says counts. */
  async #lookAgain(): Promise<void> {
    try {
      const { active_orders: orders } = await this.#phone.me()
      this.#learn({ type: 'snapshot', offers: null, orders })
    } catch {
      this.#later(RETRY_MS, () => void this.#lookAgain())
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
