import { useMediaQuery as useMantineMediaQuery } from '@mantine/hooks'

export { useLocalStorage } from '@mantine/hooks'

/** Correct from the first render, so that nothing is rendered twice. */
export function useMediaQuery(query: string): boolean {
  return useMantineMediaQuery(query, undefined, { getInitialValueInEffect: false })
}
