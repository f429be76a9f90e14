/**
 * What `shared/api` consists of, in the order in which it runs, for a page that awaits a task of its own after each part:
 * zod, then the schemas and the client.
 */
export const API_STEPS: readonly (() => Promise<unknown>)[] = [
  () => import(/* webpackMode: "eager" */ './jitless.ts'),
  () => import(/* webpackMode: "eager" */ './index.ts'),
]
