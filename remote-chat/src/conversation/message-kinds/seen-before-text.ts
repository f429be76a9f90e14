import type { SeenBefore } from 'shared/contract/messages/message-content.ts'

/** Text for an image seen before: a payment slip may be sent twice, or by someone other than the payer. */
export const seenBeforeText = ({ is_same_customer }: SeenBefore): string =>
  is_same_customer ? 'ลูกค้ารายนี้เคยส่งรูปนี้แล้ว' : 'ลูกค้ารายอื่นเคยส่งรูปนี้แล้ว'
