import { createHmac } from 'node:crypto'
import type { Clock } from '../../platform/lifecycle/clock.ts'
import type { TownHall } from './authorities.ts'
import { requestAuthority } from './request-authority.ts'

const TYPES = { csv: 'text/csv; charset=utf-8', xml: 'application/xml; charset=utf-8' } as const

/**
 * Posts the file to an address. The receiver checks `X-Signature: sha256=` the HMAC of `timestamp.body` under the shared key, refuses old
 * timestamps, and recognises a repeat by its Idempotency-Key.
 */
export function townHallWebhook({ url, key }: { url: string; key: string }, clock: Clock): TownHall {
  return {
    async send(register) {
      const timestamp = String(Math.floor(clock.now().getTime() / 1000))
      const signature = createHmac('sha256', key).update(`${timestamp}.${register.content}`).digest('hex')
      await requestAuthority(new URL(url), {
        method: 'POST',
        headers: {
          'content-type': TYPES[register.format],
          'content-disposition': `attachment; filename="${register.fileName}"`,
          'idempotency-key': register.key,
          'x-register-day': register.day,
          'x-register-correction': String(register.correction),
          'x-register-cif': register.companyCif ?? '',
          'x-timestamp': timestamp,
          'x-signature': `sha256=${signature}`,
        },
        body: register.content,
      })
    },
  }
}
