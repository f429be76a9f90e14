/** Creates an element with properties and children. Names with a dash and `role` are set as attributes. */
export function el(tag, properties = {}, ...children) {
  const node = document.createElement(tag)
  for (const [name, value] of Object.entries(properties)) {
    if (name.includes('-') || name === 'role') node.setAttribute(name, value)
    else node[name] = value
  }
  node.append(...children)
  return node
}

/** Returns the element with the given id, which must exist. */
export const byId = (id) => document.getElementById(id)
