interface NamedCustomer {
  id: string
  display_name: string
}

const MIN_TAIL = 4
const nameOf = ({ display_name }: NamedCustomer) => display_name.trim().toLowerCase()

/**
 * Returns the name of a customer of a list, with the end of the id when another customer of the list has the same name: long enough to
 * distinguish them.
 */
export function customerLabels(listed: readonly NamedCustomer[]): (customer: NamedCustomer) => string {
  const idsOf = new Map<string, Set<string>>()
  for (const each of listed) {
    const ids = idsOf.get(nameOf(each)) ?? new Set()
    idsOf.set(nameOf(each), ids.add(each.id))
  }
  return (customer) => {
    const { id, display_name } = customer
    const others = [...(idsOf.get(nameOf(customer)) ?? [])].filter((other) => other !== id)
    if (others.length === 0) return display_name
    let length = MIN_TAIL
    while (length < id.length && others.some((other) => other.endsWith(id.slice(-length)))) length += 1
    return `${display_name} (…${id.slice(-length)})`
  }
}
