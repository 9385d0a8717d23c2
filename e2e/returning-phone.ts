import type { Envelope } from '@dispecerat/contract/realtime'
import { DriverPhone } from '@dispecerat/simulation/driver-phone'
import { nodeTransport } from '@dispecerat/simulation/node-transport'
import { seededRandom } from '@dispecerat/simulation/seeded-random'

/** A phone with a token, switched off and on by the test: it comes back with the highest number it heard. */
export class ReturningPhone {
  /** Since it was switched on, as often as it came; what is dropped as known is in it too. */
  readonly heard: Envelope[] = []
  /** How often it was closed since then, whoever closed it; it opens the next connection by itself. */
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

  /** Resolves when the snapshot has come. */
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

  /** Every event of this name, in the order in which they came. */
  heardOf<Data = Record<string, unknown>>(event: string): Envelope<Data>[] {
    return this.heard.filter((frame) => frame.event === event) as Envelope<Data>[]
  }
}
