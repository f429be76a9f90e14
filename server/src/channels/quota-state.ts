/** How much of the month's messages is used: `near` from 80 %, `reached` when LINE takes none but free replies. */
export type QuotaState = 'fine' | 'near' | 'reached'

const NEAR = 0.8

export function quotaStateOf(row: { quotaLimit: number | null; quotaUsed: number | null }): QuotaState {
  const { quotaLimit, quotaUsed } = row
  if (quotaLimit === null || quotaUsed === null) return 'fine'
  if (quotaUsed >= quotaLimit) return 'reached'
  return quotaUsed >= quotaLimit * NEAR ? 'near' : 'fine'
}
