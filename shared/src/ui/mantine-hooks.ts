/** Mantine's hooks with the options that this app uses. */
import { useMediaQuery as useMantineMediaQuery } from '@mantine/hooks'

export { useLocalStorage } from '@mantine/hooks'

/**
 * Returns true when a media query such as `(max-width: 768px)` matches. The result is correct from the first
 * render, so that nothing is rendered twice.
 */
export function useMediaQuery(query: string): boolean {
  return useMantineMediaQuery(query, undefined, { getInitialValueInEffect: false })
}
