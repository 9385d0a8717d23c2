/** An order whose placing was tried, under a phone number that no other order has. */
export interface JournalOrder {
  phone: string
  /** The id that the server acknowledged. */
  id?: number
  isCanceled?: boolean
  /** The newest note that was acknowledged. */
  note?: string
}

/** An action of a driver that the server acknowledged: accepted, arrived, started, finished. */
export interface JournalDeed {
  email: string
  deed: string
  orderId: number
}

/** Every write that the server acknowledged in a run. */
export interface Journal {
  orders: JournalOrder[]
  deeds: JournalDeed[]
}

export function acknowledgedIds({ orders }: Journal): number[] {
  return orders.flatMap(({ id }) => id ?? [])
}
