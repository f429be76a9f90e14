import { ApiError } from './api-error.ts'

/** Loads the code of API calls on first use. @throws ApiError `network` when the code cannot be loaded. */
export const lazyCalls =
  <T>(fetchCode: () => Promise<T>) =>
  (): Promise<T> =>
    fetchCode().catch((cause: unknown) => {
      throw new ApiError('network', 0, undefined, { cause })
    })
