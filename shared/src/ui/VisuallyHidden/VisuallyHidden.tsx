import '@mantine/core/styles/VisuallyHidden.layer.css'
import { VisuallyHidden as MantineVisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'

/** Text for screen readers. A cheap plain element, because each bubble of a conversation contains such a text. */
export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className={MantineVisuallyHidden.classes.root}>{children}</span>
}
