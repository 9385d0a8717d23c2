import type { Clock } from '../../clock.ts'
import type { AuthoritiesConfig } from '../../config-authorities.ts'
import { anafEinvoicing } from './anaf-einvoicing.ts'
import type { Authorities } from './authorities.ts'
import { townHallWebhook } from './town-hall-webhook.ts'

/** Whomever the configuration names; what the rest would get stays listed. */
export function openAuthorities({ efactura, townhall }: AuthoritiesConfig, clock: Clock): Authorities {
  return {
    efactura: efactura && anafEinvoicing(efactura),
    townhall: townhall && townHallWebhook(townhall, clock),
  }
}
