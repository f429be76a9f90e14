import { useMediaQuery as useMantineMediaQuery } from '@mantine/hooks'

export { useLocalStorage } from '@mantine/hooks'

/** Returns whether a media query matches, already in the first render, so that nothing is rendered twice. */
export function useMediaQuery(query: string): boolean {
  return useMantineMediaQuery(query, undefined, { getInitialValueInEffect: false })
}
