import '@mantine/charts/styles.layer.css'
import { BarChart, Sparkline } from '@mantine/charts'
import { formatCount } from '../metrics/format-metric.ts'

export function SparkLine({ data }: { data: (number | null)[] }) {
  return (
    <Sparkline
      h={24}
      data={data}
      color="var(--desk-green)"
      curveType="monotone"
      fillOpacity={0.25}
      strokeWidth={1.5}
      areaProps={{ isAnimationActive: false }}
    />
  )
}

export interface ColumnsProps {
  data: { name: string; count: number }[]
}

export function Columns({ data }: ColumnsProps) {
  const most = Math.max(...data.map(({ count }) => count))
  return (
    <BarChart
      h="100%"
      data={data}
      dataKey="name"
      series={[{ name: 'count', color: 'var(--desk-green)' }]}
      getBarColor={(value) =>
        value === most
          ? 'var(--desk-green)'
          : 'color-mix(in srgb, var(--desk-green) 50%, var(--desk-surface))'
      }
      withXAxis={false}
      withYAxis={false}
      yAxisProps={{ domain: [0, 'dataMax'] }}
      withTooltip={false}
      gridAxis="none"
      withBarValueLabel
      valueFormatter={formatCount}
      maxBarWidth={36}
      minBarSize={2}
      barChartProps={{ margin: { top: 24, right: 0, bottom: 0, left: 0 }, barCategoryGap: 0 }}
      barProps={{ isAnimationActive: false, radius: [6, 6, 2, 2] }}
    />
  )
}
