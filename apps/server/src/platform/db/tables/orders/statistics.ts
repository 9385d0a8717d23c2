import type { CompanyId, OrderId, UserId, ZoneId } from '@dispecerat/domain/kernel/ids'

interface DayCounts {
  company_id: CompanyId
  /** 'YYYY-MM-DD' in Bucharest. */
  day: string
  placed: number
  finished: number
  canceled: number
}

export interface StatisticsTables {
  order_days: DayCounts
  order_day_changes: DayCounts
  /** Written by triggers: place and hour of each placed order's departure, by map cell. */
  order_spots: {
    order_id: OrderId
    company_id: CompanyId
    /** 'YYYY-MM-DD' in Bucharest. */
    day: string
    hour: number
    cell_lat: number
    cell_long: number
  }
  /** Written every night: how long a car needs to a pickup. */
  learned_times: {
    company_id: CompanyId
    zone_id: ZoneId | null
    hour: number
    minutes: number | null
    orders: number
    unserved: number
    /** Degrees; null for the whole company. */
    south: number | null
    north: number | null
    west: number | null
    east: number | null
  }
  learned_nights: {
    company_id: CompanyId
    /** 'YYYY-MM-DD' in Bucharest. */
    night: string
  }
  unblocked_phones: {
    id: number
    company_id: CompanyId
    phone: string
    reason: string
    created_by: UserId | null
    created_at: Date
    unblocked_by: UserId | null
    unblocked_at: Date
  }
}
