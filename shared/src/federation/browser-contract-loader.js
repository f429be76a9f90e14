import { browserContract } from './browser-contract.ts'

/** Loads files of the contract without the parts that only servers need. */
export default function browserContractLoader(source) {
  return browserContract(source, this.resourcePath)
}
