/** What @mantine/charts and recharts draw: one chunk, which no other room has and no figure waits for. */
import '@mantine/charts/styles.layer.css'
import { BarChart, Sparkline } from '@mantine/charts'
import { formatCount } from '../figures/format.ts'

/** The days of a figure as a line; days without it are left out. */
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

/** Columns without axes, as high as their place and each as wide as its share of the width, the highest in full green. */
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
