import type { DriverId, OrderId, UserId } from '@dispecerat/domain/kernel/ids'
import type { Generated } from 'kysely'

export interface RatingTables {
  ratings: {
    order_id: OrderId
    direction: 'of_driver' | 'of_client'
    driver_id: DriverId
    client_id: UserId | null
    stars: number
    tags: Generated<string[]>
    comment: string | null
    source: 'client_app' | 'dispatcher' | 'driver_app'
    given_by: UserId | null
    created_at: Date
  }
}
