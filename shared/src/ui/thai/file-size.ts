const UNITS = ['B', 'KB', 'MB', 'GB'] as const

/** Formats a file size with base 1024 and at most one decimal: `0 B`, `1.5 KB`, `8 MB`. */
export function formatBytes(bytes: number): string {
  let value = Math.max(0, bytes)
  let unit = 0
  // Compares the rounded value, because 1023.96 KB would otherwise be displayed as 1024 KB.
  while (unit < UNITS.length - 1 && Math.round(value * 10) / 10 >= 1024) {
    value /= 1024
    unit += 1
  }
  return `${Math.round(value * 10) / 10} ${UNITS[unit]}`
}
