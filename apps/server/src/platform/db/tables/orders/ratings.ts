import type { Generated } from 'kysely'

export interface RatingTables {
  ratings: {
    order_id: number
    direction: 'of_driver' | 'of_client'
    driver_id: number
    client_id: number | null
    stars: number
    tags: Generated<string[]>
    comment: string | null
    source: 'client_app' | 'dispatcher' | 'driver_app'
    given_by: number | null
    created_at: Date
  }
}
