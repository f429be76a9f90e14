export class SeededRandom {
  private state: number

  constructor(seed: number) {
    this.state = seed >>> 0
  }

  /** Returns a number in [0, 1) (mulberry32). */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0
    let mixed = this.state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }

  chance(probability: number): boolean {
    return this.next() < probability
  }

  between(low: number, high: number): number {
    return low + this.next() * (high - low)
  }

  whole(low: number, high: number): number {
    return Math.floor(this.between(low, high + 1))
  }

  pick<T>(list: readonly T[]): T {
    const found = list[Math.floor(this.next() * list.length)]
    if (found === undefined) throw new Error('nothing to pick from')
    return found
  }

  weighted<T>(choices: readonly (readonly [T, number])[]): T {
    let left = this.next() * choices.reduce((sum, [, weight]) => sum + weight, 0)
    for (const [choice, weight] of choices) {
      left -= weight
      if (left < 0) return choice
    }
    return (choices[choices.length - 1] as readonly [T, number])[0]
  }

  /** Returns a log-normally distributed duration, mostly short and sometimes much longer. `typical` is the median. */
  duration(typical: number, spread = 0.6): number {
    const normal = Math.sqrt(-2 * Math.log(1 - this.next())) * Math.cos(2 * Math.PI * this.next())
    return typical * Math.exp(spread * normal)
  }

  shuffled<T>(list: readonly T[]): T[] {
    const copy = [...list]
    for (let last = copy.length - 1; last > 0; last -= 1) {
      const other = this.whole(0, last)
      const lastItem = copy[last] as T
      copy[last] = copy[other] as T
      copy[other] = lastItem
    }
    return copy
  }

  uuid(): string {
    const bytes = Array.from({ length: 16 }, () => this.whole(0, 255))
    bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
    bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
    const hex = bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')
    return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
  }

  digits(count: number): string {
    return Array.from({ length: count }, () => this.whole(0, 9)).join('')
  }
}
