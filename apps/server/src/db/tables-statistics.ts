interface DayCounts {
  company_id: number
  /** 'YYYY-MM-DD' in Bucharest. */
  day: string
  placed: number
  finished: number
  canceled: number
}

export interface StatisticsTables {
  order_days: DayCounts
  order_day_changes: DayCounts
  /** Kept by triggers: where and at which hour each placed order leaves, to a piece of the map. */
  order_spots: {
    order_id: number
    company_id: number
    /** 'YYYY-MM-DD' in Bucharest. */
    day: string
    hour: number
    cell_lat: number
    cell_long: number
  }
  unblocked_phones: {
    id: number
    company_id: number
    phone: string
    reason: string
    created_by: number | null
    created_at: Date
    unblocked_by: number | null
    unblocked_at: Date
  }
}
