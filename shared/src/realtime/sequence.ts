/**
 * The last number up to which nothing is missing, going up from the first of `seqs` (which need not be 1: older pages
 * may not be loaded). 0 for none. `seqs` need not be sorted or free of repeats; numbers below 1 do not count.
 */
export function lastContiguousSeq(seqs: Iterable<number>): number {
  const sorted = [...new Set(seqs)].filter((seq) => seq > 0).sort((a, b) => a - b)
  let last = sorted[0] ?? 0
  for (const seq of sorted.slice(1)) {
    if (seq !== last + 1) break
    last = seq
  }
  return last
}

/** True when a message is missing between the loaded ones, or before one that is said to exist. */
export function hasSeqGap(seqs: Iterable<number>, knownLastSeq = 0): boolean {
  const all = [...seqs].filter((seq) => seq > 0)
  return lastContiguousSeq(all) < Math.max(knownLastSeq, ...all, 0)
}
