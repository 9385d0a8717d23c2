/** An order that somebody tried to place, under a phone that nobody else has. */
export interface JournalOrder {
  phone: string
  /** What the server acknowledged. */
  id?: number
  isCanceled?: boolean
  /** The newest note that was acknowledged. */
  note?: string
}

/** What a driver was told: accepted, arrived, started, finished. */
export interface JournalDeed {
  email: string
  deed: string
  orderId: number
}

/** What the server acknowledged in a run. */
export interface Journal {
  orders: JournalOrder[]
  deeds: JournalDeed[]
}

export function acknowledgedIds({ orders }: Journal): number[] {
  return orders.flatMap(({ id }) => id ?? [])
}
