import { alias } from 'drizzle-orm/pg-core'
import { customers } from '../db/schema.ts'
import type { RowOf } from '../db/select-fields.ts'

const c = alias(customers, 'c')

export const CUSTOMER_FIELDS = {
  customer_name: c.displayName,
  customer_line_id: c.lineUserId,
  customer_picture: c.pictureUrl,
  customer_vip: c.isVip,
}

export function customerName(name: string | null, lineUserId: string): string {
  return name ?? `ลูกค้า ${lineUserId.slice(-4)}`
}

export function customerOf(row: RowOf<typeof CUSTOMER_FIELDS>) {
  return {
    display_name: customerName(row.customer_name, row.customer_line_id),
    picture_url: row.customer_picture,
    is_vip: row.customer_vip,
  }
}
