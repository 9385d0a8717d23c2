import type { AuthoritiesConfig } from '../../platform/config/config-authorities.ts'
import type { Clock } from '../../platform/lifecycle/clock.ts'
import { anafEinvoicing } from './anaf-einvoicing.ts'
import { anafOauth } from './anaf-oauth.ts'
import type { Authorities } from './authorities.ts'
import { townHallWebhook } from './town-hall-webhook.ts'

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
