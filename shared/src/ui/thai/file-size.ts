const UNITS = ['B', 'KB', 'MB', 'GB'] as const

/** A file's size in B, KB, MB or GB, base 1024, at most one decimal: `0 B`, `1.5 KB`, `8 MB`. */
export function formatBytes(bytes: number): string {
  let value = Math.max(0, bytes)
  let unit = 0
  // 1023.96 KB would print as 1024 KB, so the step is taken on what is printed.
  while (unit < UNITS.length - 1 && Math.round(value * 10) / 10 >= 1024) {
    value /= 1024
    unit += 1
  }
  return `${Math.round(value * 10) / 10} ${UNITS[unit]}`
}
