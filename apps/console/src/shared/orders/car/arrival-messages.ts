import type { OrderView } from '@dispecerat/contract/orders/order-shapes'
import { distance } from '../../../text/format.ts'

type Doubt = NonNullable<OrderView['arrival_doubt']>

/** An arrival that the driver reported while the car was not seen at the pickup. */
export const arrivalMessages = {
  doubted: 'Sosire neverificată',
  reasons: {
    far: (metres: number | null) =>
      metres === null ? 'mașina era departe de adresă' : `mașina era la ${distance(metres)} de adresă`,
    no_position: () => 'telefonul nu trimitea poziția',
    implausible: () => 'poziția mașinii nu era sigură',
  } satisfies Record<Doubt['reason'], (metres: number | null) => string>,
}

export function arrivalDoubtReason({ reason, metres }: Doubt): string {
  return arrivalMessages.reasons[reason](metres)
}
