/** Maximum number of durations that a histogram stores exactly; more durations are stored in buckets. */
export const EXACT_DURATIONS = 100
/** Durations below this number of seconds have one bucket per second. */
const LINEAR = 64
/** Number of buckets for each doubling of the duration, above `LINEAR` seconds. */
const STEPS = 32
/** Base-2 logarithm of LINEAR. */
const FIRST_EXPONENT = 6
/** Maximum duration in seconds (136 years); longer durations are stored with this value. */
const MAX_SECS = 2 ** 32 - 1
const BUCKETS = LINEAR + (32 - FIRST_EXPONENT) * STEPS

/** Maximum relative error of a percentile when the durations are stored in buckets. */
export const MAX_PERCENTILE_ERROR = 1 / LINEAR

function bucketOf(secs: number): number {
  if (secs < LINEAR) return secs
  const exponent = 31 - Math.clz32(secs)
  const step = Math.floor(secs / 2 ** (exponent - FIRST_EXPONENT + 1)) - STEPS
  return LINEAR + (exponent - FIRST_EXPONENT) * STEPS + step
}

/** Returns the middle of a bucket in seconds. */
function secsOf(bucket: number): number {
  if (bucket < LINEAR) return bucket
  const doubling = Math.floor((bucket - LINEAR) / STEPS)
  const width = 2 ** (doubling + 1)
  return (STEPS + ((bucket - LINEAR) % STEPS)) * width + (width - 1) / 2
}

const EXACT_BLOCK = 0
const BUCKETS_BLOCK = 1

/** Histogram of durations in whole seconds. Encoded histograms are merged by concatenating their bytes. */
export class DurationHistogram {
  #exact: number[] | null = []
  #buckets: Uint32Array | null = null
  #total = 0
  #isSorted = true

  static from(bytes: Uint8Array): DurationHistogram {
    const histogram = new DurationHistogram()
    histogram.merge(bytes)
    return histogram
  }

  get total(): number {
    return this.#total
  }

  add(secs: number, count = 1): void {
    const value = Math.min(MAX_SECS, Math.max(0, Math.round(secs)))
    if (this.#exact !== null && this.#total + count <= EXACT_DURATIONS) {
      for (let n = 0; n < count; n += 1) this.#exact.push(value)
      this.#isSorted = false
    } else this.#addToBucket(bucketOf(value), count)
    this.#total += count
  }

  #addToBucket(bucket: number, count: number): void {
    const buckets = this.#asBuckets()
    buckets[bucket] = (buckets[bucket] ?? 0) + count
  }

  #asBuckets(): Uint32Array {
    this.#buckets ??= new Uint32Array(BUCKETS)
    const exact = this.#exact
    this.#exact = null
    for (const secs of exact ?? []) this.#addToBucket(bucketOf(secs), 1)
    return this.#buckets
  }

  addAll(other: DurationHistogram): void {
    if (other.#exact !== null) for (const secs of other.#exact) this.add(secs)
    else {
      const buckets = this.#asBuckets()
      for (let bucket = 0; bucket < BUCKETS; bucket += 1)
        buckets[bucket] = (buckets[bucket] ?? 0) + (other.#buckets?.[bucket] ?? 0)
      this.#total += other.#total
    }
  }

  merge(bytes: Uint8Array): void {
    let offset = 0
    const read = (): number => {
      let value = 0
      for (let scale = 1; ; scale *= 0x80) {
        const byte = bytes[offset]
        if (byte === undefined) throw new Error('a histogram is truncated')
        offset += 1
        if (byte < 0x80) return value + byte * scale
        value += (byte & 0x7f) * scale
      }
    }
    while (offset < bytes.length) {
      const isExact = read() === EXACT_BLOCK
      let entries = read()
      let value = 0
      if (isExact)
        for (; entries > 0; entries -= 1) {
          value += read()
          this.add(value)
        }
      else {
        const buckets = this.#asBuckets()
        let total = 0
        for (; entries > 0; entries -= 1) {
          value += read()
          const count = read()
          buckets[value] = (buckets[value] ?? 0) + count
          total += count
        }
        this.#total += total
      }
    }
  }

  encode(): Buffer {
    const bytes: number[] = []
    const write = (value: number) => {
      let rest = value
      for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) | 0x80)
      bytes.push(rest)
    }
    if (this.#total === 0) return Buffer.alloc(0)
    let before = 0
    if (this.#exact !== null) {
      write(EXACT_BLOCK)
      write(this.#total)
      for (const secs of this.#sorted()) {
        write(secs - before)
        before = secs
      }
      return Buffer.from(bytes)
    }
    const filled = [...(this.#buckets ?? [])].flatMap((count, bucket) =>
      count > 0 ? [[bucket, count] as const] : [],
    )
    write(BUCKETS_BLOCK)
    write(filled.length)
    for (const [bucket, count] of filled) {
      write(bucket - before)
      write(count)
      before = bucket
    }
    return Buffer.from(bytes)
  }

  #sorted(): readonly number[] {
    const exact = this.#exact ?? []
    if (!this.#isSorted) exact.sort((a, b) => a - b)
    this.#isSorted = true
    return exact
  }

  /** Returns a percentile in seconds, interpolated linearly like `percentile_cont`; null for an empty histogram. */
  percentile(share: number): number | null {
    if (this.#total === 0) return null
    const position = share * (this.#total - 1)
    const rank = Math.floor(position)
    const low = this.#at(rank)
    return position === rank ? low : low + (position - rank) * (this.#at(rank + 1) - low)
  }

  /** Returns the duration at a rank in ascending order; rank 0 is the shortest. */
  #at(rank: number): number {
    if (this.#exact !== null) return this.#sorted()[rank] ?? 0
    let passed = 0
    for (const [bucket, count] of (this.#buckets ?? []).entries()) {
      passed += count
      if (passed > rank) return secsOf(bucket)
    }
    return 0
  }
}
