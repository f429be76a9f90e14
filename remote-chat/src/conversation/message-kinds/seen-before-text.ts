import type { SeenBefore } from 'shared/contract/messages/message-content.ts'

/** Warning for an image seen before, because a customer may send a payment slip twice, or another customer's slip. */
export const seenBeforeText = ({ is_same_customer }: SeenBefore): string =>
  is_same_customer ? 'ลูกค้ารายนี้เคยส่งรูปนี้แล้ว' : 'ลูกค้ารายอื่นเคยส่งรูปนี้แล้ว'
