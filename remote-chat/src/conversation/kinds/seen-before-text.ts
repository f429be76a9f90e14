import type { SeenBefore } from 'shared/contract/messages/message-content.ts'

/** Payment slips are sent twice, and by others than those who paid. */
export const seenBeforeText = ({ is_same_customer }: SeenBefore): string =>
  is_same_customer ? 'ลูกค้ารายนี้เคยส่งรูปนี้แล้ว' : 'ลูกค้ารายอื่นเคยส่งรูปนี้แล้ว'
