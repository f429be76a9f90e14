/** Modules of the API client, in execution order, imported one by one so that each can run in a separate task. */
export const API_PARTS: readonly (() => Promise<unknown>)[] = [
  () => import(/* webpackMode: "eager" */ './zod-without-eval.ts'),
  () => import(/* webpackMode: "eager" */ './index.ts'),
]
