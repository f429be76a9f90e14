interface ListedCustomer {
  customer: { id: string; display_name: string }
  channel: { key: string }
}

const MIN_TAIL = 4
const positionOf = ({ customer, channel }: ListedCustomer) =>
  `${channel.key} ${customer.display_name.trim().toLowerCase()}`

/** Labels customers by name, plus the end of the id when another customer on the same channel has the same name. */
export function customerLabels(listed: readonly ListedCustomer[]): (each: ListedCustomer) => string {
  const idsOf = new Map<string, Set<string>>()
  for (const each of listed) {
    const ids = idsOf.get(positionOf(each)) ?? new Set()
    idsOf.set(positionOf(each), ids.add(each.customer.id))
  }
  return (each) => {
    const { id, display_name } = each.customer
    const others = [...(idsOf.get(positionOf(each)) ?? [])].filter((other) => other !== id)
    if (others.length === 0) return display_name
    let length = MIN_TAIL
    while (length < id.length && others.some((other) => other.endsWith(id.slice(-length)))) length += 1
    return `${display_name} (…${id.slice(-length)})`
  }
}
