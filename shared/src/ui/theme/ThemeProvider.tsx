import '@mantine/core/styles/default-css-variables.layer.css'
import '@mantine/core/styles/global.layer.css'
import { MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { useColorScheme } from './color-scheme.store.ts'
import { deskTheme } from './desk-theme.ts'

/**
 * Mantine's context for everything behind sign-in. Its variables and classes come from style sheets and not from
 * elements written at run time, so that the page needs no inline styles.
 */
export function ThemeProvider({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={deskTheme}
      forceColorScheme={useColorScheme()}
      withCssVariables={false}
      withGlobalClasses={false}
    >
      {children}
    </MantineProvider>
  )
}
