import { startProduct } from './product.ts'

/** One product with demo data for all stories that do not need one of their own. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const product = await startProduct()
  process.env.DESK_URL = product.deskUrl
  process.env.SIMULATOR_URL = product.simulatorUrl
  process.env.DESK_DATA_DIR = product.dataDir
  return async () => {
    await product.stop()
    product.remove()
  }
}
