import { ApiError } from './api-error.ts'

/** Calls whose code comes with their first use. Without a connection that fails as a call does. @throws ApiError `network` */
export const lateCalls =
  <T>(fetchCode: () => Promise<T>) =>
  (): Promise<T> =>
    fetchCode().catch((cause: unknown) => {
      throw new ApiError('network', 0, undefined, { cause })
    })
