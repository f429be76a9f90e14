/** Modules of the API client, in execution order. Each is imported separately and can run as a separate task. */
export const API_PARTS: readonly (() => Promise<unknown>)[] = [
  () => import(/* webpackMode: "eager" */ './jitless.ts'),
  () => import(/* webpackMode: "eager" */ './index.ts'),
]
