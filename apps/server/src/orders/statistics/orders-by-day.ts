import type { ReplyOf } from '@dispecerat/contract/kernel/endpoint'
import type { readOrdersByDay } from '@dispecerat/contract/orders/statistics'
import { bucharestDay } from '@dispecerat/domain/kernel/bucharest-day'
import { type ChartRange, daysBetween, firstDayOf } from '@dispecerat/domain/orders/chart-range'
import type { Scope } from '../../platform/db/actor.ts'
import type { Db } from '../../platform/db/database.ts'
import { daysOfOrders } from './statistics.views.ts'

/** Every day of the range up to today, days without orders as zeros; 'all' begins with the first day that has any. */
export async function ordersByDay(
  db: Db,
  scope: Scope,
  range: ChartRange,
  now: Date,
): Promise<ReplyOf<typeof readOrdersByDay>> {
  const today = bucharestDay(now)
  const since = firstDayOf(range, today)
  const busy = new Map((await daysOfOrders(db, scope, since)).map((day) => [day.day, day]))
  const [first = today] = busy.keys()
  const data = daysBetween(since ?? first, today).map(
    (day) => busy.get(day) ?? { day, orders: 0, finished: 0, canceled: 0 },
  )
  return { data }
}
