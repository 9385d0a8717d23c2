import crypto from 'node:crypto'
import { CONSISTENT_FIXES, type Implausible, type Plausibility } from '@dispecerat/domain/fleet/position-plausibility'
import type { CompanyId, DriverId } from '@dispecerat/domain/kernel/ids'
import type { NodeBus } from '../../platform/realtime/node-bus.ts'

const TOPIC = 'positions'
/** One message per interval, however many cars moved. */
const BATCH_MS = 20

/** Compact, because thousands of them are sent each second. */
type Line = [
  driverId: DriverId,
  companyId: CompanyId,
  lat: number,
  long: number,
  atMs: number,
  heading: number | null,
  speed: number | null,
  accuracy?: number | null,
  implausible?: Implausible | null,
  consistent?: number,
]

export interface ReceivedPosition {
  driverId: DriverId
  companyId: CompanyId
  lat: number
  long: number
  at: Date
  heading: number | null
  speed: number | null
  accuracy: number | null
  judged: Plausibility
}

/** Publishes the positions that this node receives, and applies those of the other nodes. */
export class PositionBus {
  readonly #bus: NodeBus
  readonly #node = crypto.randomUUID()
  #batch: Line[] = []
  #timer: NodeJS.Timeout | null = null

  constructor(bus: NodeBus, listener: (position: ReceivedPosition) => void) {
    this.#bus = bus
    bus.subscribe(TOPIC, (message) => {
      const { node, lines } = JSON.parse(message) as { node: string; lines: Line[] }
      if (node === this.#node) return
      for (const line of lines) {
        const [driverId, companyId, lat, long, atMs, heading, speed] = line
        // A node of the previous version does not send these.
        const { 7: accuracy = null, 8: implausible = null, 9: consistent = CONSISTENT_FIXES } = line
        const ids = { driverId, companyId }
        listener({
          ...ids,
          lat,
          long,
          at: new Date(atMs),
          heading,
          speed,
          accuracy,
          judged: { implausible, consistent },
        })
      }
    })
  }

  publish({ driverId, companyId, lat, long, at, heading, speed, accuracy, judged }: ReceivedPosition): void {
    const doubt = [accuracy, judged.implausible, judged.consistent] as const
    this.#batch.push([driverId, companyId, lat, long, at.getTime(), heading, speed, ...doubt])
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
    this.#bus.publish(TOPIC, JSON.stringify({ node: this.#node, lines }))
  }
}
