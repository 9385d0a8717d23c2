import { createHmac } from 'node:crypto'
import type { AuthoritiesConfig } from '../../platform/config/config-authorities.ts'
import type { Clock } from '../../platform/lifecycle/clock.ts'
import { anafEinvoicing } from './anaf-einvoicing.ts'
import { anafOauth } from './anaf-oauth.ts'
import type { Authorities, TownHall } from './authorities.ts'
import { requestAuthority } from './request-authority.ts'

const CONTENT_TYPES = { csv: 'text/csv; charset=utf-8', xml: 'application/xml; charset=utf-8' } as const

/** Opens the configured authorities; what others would receive stays listed. */
export function openAuthorities({ efactura, townhall }: AuthoritiesConfig, clock: Clock): Authorities {
  return {
    efactura: efactura && {
      as: (token) => anafEinvoicing({ url: efactura.url, token }),
      ownToken: efactura.ownToken,
      oauth: efactura.oauth && anafOauth(efactura.oauth),
    },
    townhall: townhall && townHallWebhook(townhall, clock),
  }
}

/**
 * Posts the file to an address. The receiver checks `X-Signature: sha256=` the HMAC of `timestamp.body` under the shared key, refuses old
 * timestamps, and recognises a repeat by its Idempotency-Key.
 */
function townHallWebhook({ url, key }: { url: string; key: string }, clock: Clock): TownHall {
  return {
    async send(register) {
      const timestamp = String(Math.floor(clock.now().getTime() / 1000))
      const signature = createHmac('sha256', key).update(`${timestamp}.${register.content}`).digest('hex')
      await requestAuthority(new URL(url), {
        method: 'POST',
        headers: {
          'content-type': CONTENT_TYPES[register.format],
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
