import { NOWHERE, STAND_DWELL_MS, type StandPresence, seenAt } from '../../fleet/stand.ts'
import type { Point } from '../../kernel/geo.ts'
import type { StandId } from '../../kernel/ids.ts'
import type { Ground } from './ground.ts'
import { SpanFinger } from './span-finger.ts'
import { Trail } from './trail.ts'
import type { PastDriver, Span } from './world.ts'

interface Stay extends Span {
  standId: StandId
}

/** The stand queue in which a free driver waits. The driver's record is evaluated once, on first use. */
export class StandQueue {
  readonly #past: PastDriver
  readonly #ground: Ground
  #stays: SpanFinger<Stay> | null = null
  /** The driver has been free, or at the back, since then. */
  #backSince = 0

  constructor(past: PastDriver, ground: Ground) {
    this.#past = past
    this.#ground = ground
  }

  sendToBack(now: number): void {
    this.#backSince = now
  }

  /** `anchor`: the driver's position when they are not at the recorded one. */
  at(now: number, anchor: { point: Point; since: number } | null): { standId: StandId; arrivedAt: Date } | null {
    const stay = anchor === null ? this.#recorded().at(now) : this.#besides(now, anchor)
    return stay && { standId: stay.standId, arrivedAt: new Date(Math.max(stay.from, this.#backSince)) }
  }

  #besides(now: number, { point, since }: { point: Point; since: number }): Stay | null {
    const stand = now - since >= STAND_DWELL_MS ? this.#ground.standsOf(this.#past.companyId).at(point) : null
    return stand && { standId: stand.standId, from: since, to: now }
  }

  #recorded(): SpanFinger<Stay> {
    this.#stays ??= new SpanFinger(staysOf(this.#past, this.#ground))
    return this.#stays
  }
}

/** All stays in a queue of the recorded day. */
function staysOf(past: PastDriver, { world, standsOf }: Ground): Stay[] {
  const stands = standsOf(past.companyId)
  const trail = new Trail(world.trails, world.from, past.trail)
  const stays: Stay[] = []
  let presence: StandPresence = NOWHERE
  for (const row of trail.rows()) {
    const at = trail.timeOf(row)
    const point = trail.pointOf(row)
    const standOf = (standId: StandId) => stands.standOf(standId)
    const next = seenAt(presence, { point, within: stands.at(point), standOf }, new Date(at))
    const last = stays.at(-1)
    if (next.at !== null && next.at !== presence.at) {
      if (last) last.to = Math.min(last.to, at)
      stays.push({ standId: next.at.standId, from: next.at.arrivedAt.getTime(), to: Number.POSITIVE_INFINITY })
    } else if (next.at === null && presence.at !== null && last) last.to = at
    presence = next
  }
  return stays
}
