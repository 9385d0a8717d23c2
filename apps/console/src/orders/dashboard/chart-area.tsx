import '@mantine/charts/styles.css'
import { groupThousands } from '@dispecerat/domain/kernel/plural'
import { AreaChart } from '@mantine/charts'
import type { ChartPoint } from './chart-points.ts'
import { dashboardMessages as messages } from './dashboard-messages.ts'

/** Distinguished by line style as well as by colour. */
const SERIES = [
  { name: 'orders', label: messages.series.orders, color: 'var(--chart-orders)' },
  { name: 'finished', label: messages.series.finished, color: 'var(--chart-finished)', strokeDasharray: '6 3' },
  { name: 'canceled', label: messages.series.canceled, color: 'var(--chart-canceled)', strokeDasharray: '2 3' },
]

export function ChartArea({ points, byMonth }: { points: ChartPoint[]; byMonth: boolean }) {
  return (
    <figure className="chart-figure">
      <figcaption className="visually-hidden">{messages.chartHint(messages.chart)}</figcaption>
      <AreaChart
        h={240}
        data={points}
        dataKey="when"
        series={SERIES}
        curveType="monotone"
        withDots={false}
        fillOpacity={0.14}
        strokeWidth={2}
        gridAxis="x"
        tickLine="none"
        valueFormatter={groupThousands}
        xAxisProps={{ minTickGap: 28, tickFormatter: (when: string) => (byMonth ? when : when.slice(0, 5)) }}
        yAxisProps={{ allowDecimals: false, width: 44 }}
        areaProps={{ isAnimationActive: false }}
        tooltipAnimationDuration={0}
      />
    </figure>
  )
}
