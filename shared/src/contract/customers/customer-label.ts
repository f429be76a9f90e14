interface ListedCustomer {
  customer: { id: string; display_name: string }
  channel: { key: string }
}

const MIN_TAIL = 4
const placeOf = ({ customer, channel }: ListedCustomer) =>
  `${channel.key} ${customer.display_name.trim().toLowerCase()}`

/**
 * Returns the name of a customer of a list, with the end of the id when another customer of the list has the same name in the same channel:
 * long enough to distinguish them. Between channels the channel's name, which such lists show, distinguishes them: one person who writes
 * to two channels is two customers.
 */
export function customerLabels(listed: readonly ListedCustomer[]): (each: ListedCustomer) => string {
  const idsOf = new Map<string, Set<string>>()
  for (const each of listed) {
    const ids = idsOf.get(placeOf(each)) ?? new Set()
    idsOf.set(placeOf(each), ids.add(each.customer.id))
  }
  return (each) => {
    const { id, display_name } = each.customer
    const others = [...(idsOf.get(placeOf(each)) ?? [])].filter((other) => other !== id)
    if (others.length === 0) return display_name
    let length = MIN_TAIL
    while (length < id.length && others.some((other) => other.endsWith(id.slice(-length)))) length += 1
    return `${display_name} (…${id.slice(-length)})`
  }
}
