import type { OrderView } from '@dispecerat/contract/orders/order-shapes'
import { fareDoubtFigures } from '@dispecerat/domain/orders/fare-doubt'
import type { OrderColumns } from '../order-record.ts'

type Columns = Pick<
  OrderColumns,
  'fare_doubt' | 'cost_bani' | 'estimated_cost_bani' | 'trip_started_at' | 'trip_finished_at'
>

/** The reason why the fare of a row is doubted, with its figures. */
export function fareDoubtView(row: Columns): OrderView['fare_doubt'] {
  return fareDoubtFigures(row.fare_doubt, {
    costBani: row.cost_bani,
    estimatedBani: row.estimated_cost_bani,
    startedAt: row.trip_started_at,
    finishedAt: row.trip_finished_at,
  })
}
