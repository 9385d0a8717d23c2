import crypto from 'node:crypto'
import type { CompanyId, DriverId } from '@dispecerat/domain/ids'
import type { NodeBus } from '../realtime/node-bus.ts'

const TOPIC = 'positions'
/** One message per this long, however many cars moved. */
const BATCH_MS = 20

/** Small, because thousands of them travel each second. */
type Line = [
  driverId: number,
  companyId: number,
  lat: number,
  long: number,
  atMs: number,
  heading: number | null,
  speed: number | null,
]

export interface HeardPosition {
  driverId: DriverId
  companyId: CompanyId
  lat: number
  long: number
  at: Date
  heading: number | null
  speed: number | null
}

/** Tells the other nodes where the cars are that report to this one, and hears theirs. */
export class PositionBus {
  readonly #bus: NodeBus
  readonly #node = crypto.randomUUID()
  #batch: Line[] = []
  #timer: NodeJS.Timeout | null = null

  constructor(bus: NodeBus, hear: (position: HeardPosition) => void) {
    this.#bus = bus
    bus.hear(TOPIC, (message) => {
      const { node, lines } = JSON.parse(message) as { node: string; lines: Line[] }
      if (node === this.#node) return
      for (const [driverId, companyId, lat, long, atMs, heading, speed] of lines) {
        const ids = { driverId: driverId as DriverId, companyId: companyId as CompanyId }
        hear({ ...ids, lat, long, at: new Date(atMs), heading, speed })
      }
    })
  }

  tell({ driverId, companyId, lat, long, at, heading, speed }: HeardPosition): void {
    this.#batch.push([driverId, companyId, lat, long, at.getTime(), heading, speed])
    this.#timer ??= setTimeout(() => this.#send(), BATCH_MS)
  }

  stop(): void {
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
    this.#batch = []
  }

  #send(): void {
    this.#timer = null
    const lines = this.#batch
    this.#batch = []
    this.#bus.tell(TOPIC, JSON.stringify({ node: this.#node, lines }))
  }
}
