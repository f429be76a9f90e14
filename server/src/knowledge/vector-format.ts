/** Bytes of the scale factor that precedes the components of a vector. */
const HEAD = 4
const STEPS = 127

/** Packs a vector with one byte per component: a quarter of the size of 32-bit floats, with nearly the same angles. */
export function packVector(numbers: readonly number[]): Buffer {
  const length = Math.hypot(...numbers) || 1
  const most = numbers.reduce((max, number) => Math.max(max, Math.abs(number)), 0) || 1
  const bytes = Buffer.alloc(HEAD + numbers.length)
  bytes.writeFloatLE(most / STEPS / length, 0)
  for (const [index, number] of numbers.entries())
    bytes.writeInt8(Math.round((number / most) * STEPS), HEAD + index)
  return bytes
}

export class PackedVectors {
  readonly nos: Int32Array
  readonly dimensions: number
  readonly #scales: Float32Array
  readonly #numbers: Int8Array

  /** Ignores vectors whose number of dimensions differs from that of the first vector. */
  constructor(vectors: readonly { no: number; bytes: Buffer }[]) {
    this.dimensions = (vectors[0]?.bytes.length ?? HEAD) - HEAD
    const fitting = vectors.filter(({ bytes }) => bytes.length === HEAD + this.dimensions)
    this.nos = Int32Array.from(fitting, ({ no }) => no)
    this.#scales = Float32Array.from(fitting, ({ bytes }) => bytes.readFloatLE(0))
    this.#numbers = new Int8Array(fitting.length * this.dimensions)
    for (const [index, { bytes }] of fitting.entries())
      this.#numbers.set(
        new Int8Array(bytes.buffer, bytes.byteOffset + HEAD, this.dimensions),
        index * this.dimensions,
      )
  }

  get bytes(): number {
    return this.#numbers.byteLength + this.nos.byteLength + this.#scales.byteLength
  }

  /** Visits all vectors with their similarity, from -1 to 1. `question` must be a unit vector. */
  eachNearness(question: Float32Array, visit: (no: number, nearness: number) => void): void {
    if (question.length !== this.dimensions) return
    const numbers = this.#numbers
    for (let index = 0, from = 0; index < this.nos.length; index += 1, from += this.dimensions) {
      let sum = 0
      for (let at = 0; at < question.length; at += 1) sum += (question[at] ?? 0) * (numbers[from + at] ?? 0)
      visit(this.nos[index] ?? 0, sum * (this.#scales[index] ?? 0))
    }
  }
}

export function unitVector(numbers: readonly number[]): Float32Array {
  const length = Math.hypot(...numbers) || 1
  return Float32Array.from(numbers, (number) => number / length)
}
