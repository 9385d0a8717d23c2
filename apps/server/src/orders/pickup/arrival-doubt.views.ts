import type { OrderView } from '@dispecerat/contract/orders/order-shapes'
import type { OrderColumns } from '../order-record.ts'

type Columns = Pick<OrderColumns, 'arrival_doubt' | 'arrival_metres'>

/** The reason why the arrival of a row is doubted, with the distance. */
export function arrivalDoubtView({
  arrival_doubt: reason,
  arrival_metres: metres,
}: Columns): OrderView['arrival_doubt'] {
  return reason === null ? null : { reason, metres }
}
