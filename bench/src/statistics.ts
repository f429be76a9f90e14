/** Returns a percentile by the nearest-rank method. */
export function percentile(sample: number[], share: number): number {
  const sorted = [...sample].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN
}

export function summary(name: string, sample: number[]): string {
  const metrics = [0.5, 0.95, 1].map((share) => percentile(sample, share).toFixed(1).padStart(6))
  return `${name.padEnd(36)} p50 ${metrics[0]} ms   p95 ${metrics[1]} ms   max ${metrics[2]} ms   n=${sample.length}`
}
