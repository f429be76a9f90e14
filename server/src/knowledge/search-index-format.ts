import { FIELDS, type Field, type Terms } from './search-terms.ts'

export const BLOCK_SIZE = 4096
/** Bytes of a chunk's lengths: two for the number of words and two for the number of grams. */
export const LENGTH_BYTES = 4
/** Bytes of a posting: two for the position in the block (little endian), and one for the term's count in the chunk. */
export const POSITION_BYTES = 3

export interface IndexBlock {
  block: number
  lengths: Buffer
}

export interface Posting {
  term: string
  block: number
  places: Buffer
}

/** Chunks must be added in ascending order of their numbers. */
export class PostingsWriter {
  readonly #byBlock = new Map<number, Map<string, number[]>>()
  readonly #lengths = new Map<number, Buffer[]>()

  /** Zero marks an empty position, so even a chunk without terms gets a length of one. */
  add(no: number, { counts, lengths }: Terms): void {
    const block = Math.floor(no / BLOCK_SIZE)
    const index = no % BLOCK_SIZE
    const bytes = Buffer.alloc(LENGTH_BYTES)
    bytes.writeUInt16LE(Math.min(Math.max(lengths.word, 1), 0xffff), 0)
    bytes.writeUInt16LE(Math.min(lengths.gram, 0xffff), 2)
    push(this.#lengths, block, bytes)
    const postings = this.#byBlock.get(block) ?? new Map<string, number[]>()
    this.#byBlock.set(block, postings)
    for (const [term, count] of counts) push(postings, term, index & 0xff, index >> 8, Math.min(count, 0xff))
  }

  get lengths(): Map<number, Buffer> {
    return new Map([...this.#lengths].map(([block, each]) => [block, Buffer.concat(each)]))
  }

  /** Returns postings sorted by term, so that two concurrent writers do not deadlock. */
  postings(): Posting[] {
    const made = [...this.#byBlock].flatMap(([block, terms]) =>
      [...terms].map(([term, places]) => ({ term, block, places: Buffer.from(places) })),
    )
    return made.sort((a, b) => (a.term < b.term ? -1 : a.term > b.term ? 1 : a.block - b.block))
  }
}

function push<K, V>(lists: Map<K, V[]>, key: K, ...values: V[]): void {
  const list = lists.get(key)
  if (list === undefined) lists.set(key, values)
  else list.push(...values)
}

/** Returns the length of each position in the block; a position with zero words has no chunk. */
export function lengthsIn({ lengths }: IndexBlock, field: Field): Uint16Array {
  const made = new Uint16Array(lengths.length / LENGTH_BYTES)
  const at = FIELDS.indexOf(field) * 2
  for (let index = 0; index < made.length; index += 1)
    made[index] = lengths.readUInt16LE(index * LENGTH_BYTES + at)
  return made
}
