import type { DayOfOrders } from '@dispecerat/contract/orders/statistics'

/** With more days the lines are not readable: the chart and its table are then by month. */
const MAX_DAYS = 400

export interface ChartPoint {
  /** '21.11.2026', or '11.2026' for a month. */
  when: string
  orders: number
  finished: number
  canceled: number
}

export interface ChartPoints {
  points: ChartPoint[]
  byMonth: boolean
}

/** The points of the chart, oldest first; a long period by month. */
export function chartPoints(days: readonly DayOfOrders[]): ChartPoints {
  if (days.length <= MAX_DAYS)
    return { points: days.map((day) => ({ ...countsOf(day), when: shownDay(day.day) })), byMonth: false }
  const months = new Map<string, ChartPoint>()
  for (const day of days) {
    const when = `${day.day.slice(5, 7)}.${day.day.slice(0, 4)}`
    const month = months.get(when) ?? { when, orders: 0, finished: 0, canceled: 0 }
    months.set(when, {
      when,
      orders: month.orders + day.orders,
      finished: month.finished + day.finished,
      canceled: month.canceled + day.canceled,
    })
  }
  return { points: [...months.values()], byMonth: true }
}

/** Totals of all points. */
export function totalOf(points: readonly ChartPoint[]): Omit<ChartPoint, 'when'> {
  const sum = (what: 'orders' | 'finished' | 'canceled') => points.reduce((all, point) => all + point[what], 0)
  return { orders: sum('orders'), finished: sum('finished'), canceled: sum('canceled') }
}

function countsOf({ orders, finished, canceled }: DayOfOrders) {
  return { orders, finished, canceled }
}

function shownDay(day: string): string {
  const [year, month, date] = day.split('-')
  return `${date}.${month}.${year}`
}
