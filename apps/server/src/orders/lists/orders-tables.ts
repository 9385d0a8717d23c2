import type { OrderView } from '@dispecerat/contract/orders/order-shapes'
import { fareDoubtMark, fareDoubtReason } from '@dispecerat/domain/orders/fare-doubt-labels'
import type { OrderState, PaymentType } from '@dispecerat/domain/orders/order'
import type { TableColumn, TableRow } from '../../platform/exports/exports.public.ts'
import type { ReportRow } from './orders-report.views.ts'

const STATES: Record<OrderState, string> = {
  new: 'Nou',
  created: 'Creat',
  assigned: 'Alocat',
  finished: 'Finalizat',
  canceled: 'Anulat',
  pending: 'Nou',
}

export const REPORT_COLUMNS: readonly TableColumn[] = [
  { key: 'orderId', label: 'Comanda', kind: 'number' },
  { key: 'orderDate', label: 'Data (ora României)', kind: 'time' },
  { key: 'placeName', label: 'Adresa' },
  { key: 'state', label: 'Stare' },
  { key: 'indicativ', label: 'Indicativ' },
  { key: 'callDuration', label: 'Apel (minute)', kind: 'number' },
]

export async function* reportLines(batches: AsyncIterable<readonly ReportRow[]>): AsyncGenerator<TableRow> {
  for await (const rows of batches) for (const row of rows) yield { ...row, state: STATES[row.state] }
}

export const ORDER_LIST_COLUMNS: readonly TableColumn[] = [
  { key: 'id', label: 'Comanda', kind: 'number' },
  { key: 'created_at', label: 'Data (ora României)', kind: 'time' },
  { key: 'departure_time', label: 'Plecare', kind: 'time' },
  { key: 'state', label: 'Stare' },
  { key: 'client', label: 'Client' },
  { key: 'phone', label: 'Telefon' },
  { key: 'pickup', label: 'Preluare' },
  { key: 'destination', label: 'Destinație' },
  { key: 'car_indicativ', label: 'Indicativ' },
  { key: 'driver', label: 'Șofer' },
  { key: 'dispatcher', label: 'Dispecer' },
  { key: 'payment', label: 'Plata' },
  { key: 'account', label: 'Companie protocol' },
  { key: 'cost', label: 'Cost (RON)', kind: 'ron' },
  { key: 'fare_doubt', label: fareDoubtMark },
  { key: 'trip_finished_at', label: 'Încheiată', kind: 'time' },
  { key: 'canceled_at', label: 'Anulată', kind: 'time' },
]

/** Columns of an account's export: without dispatchers, and without its own name in every row. */
export const ACCOUNT_ORDER_LIST_COLUMNS: readonly TableColumn[] = ORDER_LIST_COLUMNS.filter(
  ({ key }) => key !== 'dispatcher' && key !== 'account' && key !== 'fare_doubt',
)

const PAYMENTS: Record<PaymentType, string> = { cash: 'numerar', card: 'card', protocol: 'protocol' }

export async function* orderListRows(batches: AsyncIterable<readonly OrderView[]>): AsyncGenerator<TableRow> {
  for await (const orders of batches) for (const order of orders) yield orderListRow(order)
}

function orderListRow(order: OrderView): TableRow {
  const { places, state, client, driver, dispatcher, protocol_user, payment_type } = order
  return {
    ...order,
    state: STATES[state],
    client: client?.name ?? order.name,
    phone: order.phone ?? order.client_phone,
    pickup: places[0]?.name ?? order.address,
    destination: places.length > 1 ? places.at(-1)?.name : null,
    driver: driver?.name ?? null,
    dispatcher: dispatcher?.name ?? null,
    payment: PAYMENTS[payment_type],
    account: protocol_user?.name ?? null,
    fare_doubt: order.fare_doubt && fareDoubtReason(order.fare_doubt),
  }
}
