import { buildAll } from '../../scripts/build.ts'

/** Builds the product once, so that the workers do not build it at the same time. */
export default async function globalSetup(): Promise<void> {
  await buildAll({ log: () => undefined })
}
