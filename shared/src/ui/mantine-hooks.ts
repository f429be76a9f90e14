/** Mantine's hooks in the form in which the desk uses them. */
import { useMediaQuery as useMantineMediaQuery } from '@mantine/hooks'

export { useLocalStorage } from '@mantine/hooks'

/** Whether the window fits a media query, for example `(max-width: 768px)`; right from the first render, so that nothing is drawn twice. */
export function useMediaQuery(query: string): boolean {
  return useMantineMediaQuery(query, undefined, { getInitialValueInEffect: false })
}
