/** Mantine's own, as the theme dresses them: for figures and lists of the rooms. */
import '@mantine/core/styles/Indicator.layer.css'
import '@mantine/core/styles/Progress.layer.css'
import '@mantine/core/styles/ScrollArea.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import '@mantine/core/styles/Table.layer.css'

export { Indicator, Progress, SegmentedControl, Table } from '@mantine/core'
