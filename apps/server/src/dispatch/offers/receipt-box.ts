import type { OfferReceipt } from '@dispecerat/domain/dispatch/search/answer-offer'
import type { DriverId, RoundId } from '@dispecerat/domain/kernel/ids'
import { SYSTEM } from '../../platform/db/actor.ts'
import { kindOfError } from '../../platform/lifecycle/kind-of-error.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { type Receipt, recordReceipts } from './record-receipts.ts'

/** Phones of one round answer almost together; one transaction takes all receipts, so that an acceptance does not queue behind them. */
const COLLECT_MS = 50

/** Buffers receipts from websockets until they are written, each with the instant of its arrival. */
export class ReceiptBox {
  readonly #server: Server
  #rounds = new Map<RoundId, Receipt[]>()
  /** Batches that are being written. */
  readonly #writing = new Set<ReadonlyMap<RoundId, readonly Receipt[]>>()
  #timer: NodeJS.Timeout | null = null
  #emptying: Promise<void> = Promise.resolve()

  constructor(server: Server) {
    this.#server = server
  }

  /** Rounds with receipts that are not written yet: a search that ends such a round first would not know of them. */
  get unwritten(): RoundId[] {
    return [this.#rounds, ...this.#writing].flatMap((rounds) => [...rounds.keys()])
  }

  put(roundId: RoundId, driverId: DriverId, kind: OfferReceipt): void {
    const receipt = { driverId, kind, at: this.#server.clock.now() }
    const known = this.#rounds.get(roundId)
    if (known) known.push(receipt)
    else this.#rounds.set(roundId, [receipt])
    this.#timer ??= setTimeout(() => void this.empty(), COLLECT_MS)
  }

  empty(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
    const rounds = this.#rounds
    this.#rounds = new Map()
    this.#writing.add(rounds)
    this.#emptying = this.#emptying.then(() => this.#note(rounds)).finally(() => this.#writing.delete(rounds))
    return this.#emptying
  }

  async #note(rounds: ReadonlyMap<RoundId, readonly Receipt[]>): Promise<void> {
    for (const [roundId, receipts] of rounds) {
      try {
        await recordReceipts(this.#server, SYSTEM, roundId, receipts)
      } catch (error) {
        const reason = kindOfError(error)
        this.#server.log.warn({ round_id: roundId, reason }, 'receipts of offers were lost')
      }
    }
  }
}
