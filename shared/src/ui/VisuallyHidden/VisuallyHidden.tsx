import '@mantine/core/styles/VisuallyHidden.layer.css'
import { VisuallyHidden as MantineVisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'

/** Words for those who listen. Mantine's class without its component: a conversation has one in each bubble. */
export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className={MantineVisuallyHidden.classes.root}>{children}</span>
}
