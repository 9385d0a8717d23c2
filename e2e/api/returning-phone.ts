import type { Envelope } from '@dispecerat/contract/api/realtime'
import { DriverPhone } from '@dispecerat/simulation/driver-phone'
import { nodeTransport } from '@dispecerat/simulation/node-transport'
import { seededRandom } from '@dispecerat/simulation/seeded-random'

/** A phone with a token, switched off and on by the test; it reconnects with the highest `seq` it received. */
export class ReturningPhone {
  /** Frames since it was switched on, including duplicates that a phone would drop. */
  readonly heard: Envelope[] = []
  /** Number of closed connections since then, whichever side closed them; it reconnects by itself. */
  timesLost = 0
  readonly #phone: DriverPhone
  #isBack: () => void = () => undefined

  constructor(url: string, token: string, seed: number) {
    this.#phone = new DriverPhone({
      transport: nodeTransport(url),
      identity: { token },
      random: seededRandom(seed),
      listener: {
        onReady: () => undefined,
        onFrame: (frame) => {
          this.heard.push(frame)
          if (frame.event === 'offers_snapshot') this.#isBack()
        },
        onLost: () => {
          this.timesLost += 1
        },
        onDismissed: () => undefined,
      },
    })
  }

  /** Resolves when the snapshot has arrived. */
  async switchOn(): Promise<void> {
    this.heard.length = 0
    this.timesLost = 0
    const isBack = new Promise<void>((resolve) => {
      this.#isBack = resolve
    })
    await this.#phone.switchOn()
    await isBack
  }

  switchOff(): void {
    this.#phone.switchOff()
  }

  /** Every event of this name, in the order of arrival. */
  heardOf<Data = Record<string, unknown>>(event: string): Envelope<Data>[] {
    return this.heard.filter((frame) => frame.event === event) as Envelope<Data>[]
  }
}
