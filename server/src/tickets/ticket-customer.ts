import { alias } from 'drizzle-orm/pg-core'
import { customers } from '../db/schema.ts'
import type { RowOf } from '../db/select-fields.ts'

const c = alias(customers, 'c')

/** Database fields from which a ticket's customer (alias `c`) is built. */
export const CUSTOMER_FIELDS = {
  customer_name: c.displayName,
  customer_line_id: c.lineUserId,
  customer_picture: c.pictureUrl,
  customer_vip: c.isVip,
}

/** Returns the customer's LINE display name, or the end of the LINE user id while the name is unknown. */
export function customerName(name: string | null, lineUserId: string): string {
  return name ?? `ลูกค้า ${lineUserId.slice(-4)}`
}

/** Converts the fields to the contract's customer. */
export function customerOf(row: RowOf<typeof CUSTOMER_FIELDS>) {
  return {
    display_name: customerName(row.customer_name, row.customer_line_id),
    picture_url: row.customer_picture,
    is_vip: row.customer_vip,
  }
}
