/**
 * What of @tanstack/react-query the host provides to remotes; the rest is left out of the page.
 * A remote's build fails when it imports a name that is missing here: add it here, and release the host first.
 */
export {
  keepPreviousData,
  mutationOptions,
  queryOptions,
  skipToken,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
