import type { Validity } from 'shared/contract/knowledge/knowledge-entry.ts'

/** Validity period; null means no limit. */
export interface ValidityDates {
  validFrom: Date | null
  validUntil: Date | null
}

export function datesOf({ valid_from, valid_until }: Validity): ValidityDates {
  return {
    validFrom: valid_from === null ? null : new Date(valid_from),
    validUntil: valid_until === null ? null : new Date(valid_until),
  }
}
