import type { UserId } from '@dispecerat/domain/kernel/ids'
import type { OrderLife } from '@dispecerat/domain/orders/order'
import type { Selectable, Updateable } from 'kysely'
import type { OrderTables } from '../platform/db/tables/orders/orders.ts'

type Camel<Text extends string> = Text extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<Camel<Tail>>}`
  : Text
export type OrderColumns = Selectable<OrderTables['orders']>
type CamelColumns = { [Column in keyof OrderColumns as Camel<Column>]: OrderColumns[Column] }

/** Keys of requested options: {pet: true}. */
export type OrderOptions = Record<string, true>

/** An order's row in camel case; its addresses are rows of their own. */
export interface OrderRecord extends Omit<CamelColumns, 'dispatcherId' | 'options'>, OrderLife {
  dispatcherId: UserId | null
  options: OrderOptions
}

/** Columns that a use case may change; the store sets version and timestamps. */
export type OrderChanges = Partial<Omit<OrderRecord, 'id' | 'version' | 'createdAt' | 'updatedAt'>>

export function orderFromRow(row: OrderColumns): OrderRecord {
  const named = Object.entries(row).map(([column, value]) => [camel(column), value])
  return Object.fromEntries(named)
}

/** Column names for the database; jsonb is passed as text. */
export function columnsOf(changes: OrderChanges): Updateable<OrderTables['orders']> {
  const named = Object.entries(changes).map(([name, value]) => [
    name.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`),
    name === 'options' ? JSON.stringify(value) : value,
  ])
  return Object.fromEntries(named)
}

function camel(column: string): string {
  return column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
}
