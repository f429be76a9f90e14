/** Components of Mantine that rooms use as they are, in the desk's theme; their style sheets come with them. */
import '@mantine/core/styles/Indicator.layer.css'
import '@mantine/core/styles/Progress.layer.css'
import '@mantine/core/styles/ScrollArea.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import '@mantine/core/styles/Table.layer.css'

export { Indicator, Progress, SegmentedControl, Table } from '@mantine/core'
