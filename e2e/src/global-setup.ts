import { startProduct } from './product.ts'

/** Starts one product with demo data for all tests that do not start their own. */
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
