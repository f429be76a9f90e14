/** An element with its properties and children; attributes with a dash or `role` are set as attributes. */
export function el(tag, properties = {}, ...children) {
  const node = document.createElement(tag)
  for (const [name, value] of Object.entries(properties)) {
    if (name.includes('-') || name === 'role') node.setAttribute(name, value)
    else node[name] = value
  }
  node.append(...children)
  return node
}

/** The element with this id, which the page is known to have. */
export const byId = (id) => document.getElementById(id)
