import type { Logger } from 'pino'
import { kindOfError } from '../../../platform/lifecycle/kind-of-error.ts'
import { Announcements } from '../embedded/announcements.ts'
import { VoicesInThread } from '../pretend/voices-in-thread.ts'
import type { Announcement, AnnouncementEvent } from '../telephony.ts'
import type { ProxyRpc } from './proxy-rpc.ts'
import { ServerPhone } from './server-phone.ts'

/** Announcements of the server behind a proxy, which cannot play sound itself: dialled and played from here, through the trunk. */
export class ServerCalls {
  readonly #phone: ServerPhone
  readonly #announcements: Announcements

  constructor({ log, ...door }: { wsUrl: string; domain: string; rpc: ProxyRpc; log: Logger }) {
    const phone = new ServerPhone(door)
    const voices = new VoicesInThread()
    this.#phone = phone
    this.#announcements = new Announcements({
      phonesOf: async (call, offer) => [await phone.phoneOf(call, offer)],
      sayer: {
        say: async (sound, onSpoken, pressed = () => undefined) =>
          voices.sayByRtp(sound, { host: await phone.host(), onSpoken, pressed }),
        stop: () => voices.stop(),
      },
      failed: (error) => log.warn({ reason: kindOfError(error) }, 'a client could not be rung by the house'),
    })
  }

  ring(call: Announcement, onEvent: (message: AnnouncementEvent) => void): void {
    this.#announcements.ring(call, onEvent)
  }

  /** False when it is not one of these calls. */
  hangUp(sipCallerId: string): boolean {
    return this.#announcements.hangUp(sipCallerId)
  }

  async stop(): Promise<void> {
    await this.#announcements.stop()
    await this.#phone.stop()
  }
}
