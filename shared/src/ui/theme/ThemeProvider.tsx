import '@mantine/core/styles/default-css-variables.layer.css'
import '@mantine/core/styles/global.layer.css'
import { MantineProvider, useMantineColorScheme } from '@mantine/core'
import type { ReactNode } from 'react'
import { deskColorScheme, deskTheme } from './desk-theme.ts'

/** Mantine's variables and classes come from style sheets, so that the page needs no inline styles. */
export function ThemeProvider({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={deskTheme}
      colorSchemeManager={deskColorScheme}
      defaultColorScheme="light"
      withCssVariables={false}
      withGlobalClasses={false}
    >
      {children}
    </MantineProvider>
  )
}

export type ColorScheme = 'light' | 'dark'

/** The color scheme, light by default. A new scheme is applied immediately, also in other tabs, and stored. */
export function useColorScheme(): [scheme: ColorScheme, setScheme: (scheme: ColorScheme) => void] {
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true })
  return [colorScheme === 'dark' ? 'dark' : 'light', setColorScheme]
}
